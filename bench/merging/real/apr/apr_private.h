// apr's own configuration has nothing that its string functions need.
#pragma once
