// What the nodes of std::map, std::set and std::list do without knowing what they hold. Balanced trees are red-black trees after
// Cormen, Leiserson, Rivest and Stein, "Introduction to Algorithms", chapter 13; the header node stands above the root and knows the
// first and the last node.

#include <list>
#include <map>

namespace std {

typedef _Rb_tree_node_base Node;

static Node *next_of(Node *node) {
    if (node->_M_right != nullptr) {
        node = node->_M_right;
        while (node->_M_left != nullptr)
            node = node->_M_left;
        return node;
    }
    Node *above = node->_M_parent;
    while (node == above->_M_right) {
        node = above;
        above = above->_M_parent;
    }
    // If the root is the only node, the walk from the last node has gone through the header and back.
    return node->_M_right != above ? above : node;
}

static Node *previous_of(Node *node) {
    // The predecessor of the end, which is the header: the only red node that is its own grandparent.
    if (node->_M_color == _S_red && node->_M_parent->_M_parent == node)
        return node->_M_right;
    if (node->_M_left != nullptr) {
        node = node->_M_left;
        while (node->_M_right != nullptr)
            node = node->_M_right;
        return node;
    }
    Node *above = node->_M_parent;
    while (node == above->_M_left) {
        node = above;
        above = above->_M_parent;
    }
    return above;
}

Node *_Rb_tree_increment(Node *node) throw() { return next_of(node); }
const Node *_Rb_tree_increment(const Node *node) throw() { return next_of(const_cast<Node *>(node)); }
Node *_Rb_tree_decrement(Node *node) throw() { return previous_of(node); }
const Node *_Rb_tree_decrement(const Node *node) throw() { return previous_of(const_cast<Node *>(node)); }

static Node *&root_of(Node &header) { return header._M_parent; }

// Makes the parent of `upper` point to `lower` instead.
static void hang(Node *upper, Node *lower, Node &header) {
    Node *above = upper->_M_parent;
    if (upper == root_of(header))
        root_of(header) = lower;
    else if (upper == above->_M_left)
        above->_M_left = lower;
    else
        above->_M_right = lower;
    if (lower != nullptr)
        lower->_M_parent = above;
}

static void rotate_left(Node *node, Node &header) {
    Node *up = node->_M_right;
    node->_M_right = up->_M_left;
    if (up->_M_left != nullptr)
        up->_M_left->_M_parent = node;
    hang(node, up, header);
    up->_M_left = node;
    node->_M_parent = up;
}

static void rotate_right(Node *node, Node &header) {
    Node *up = node->_M_left;
    node->_M_left = up->_M_right;
    if (up->_M_right != nullptr)
        up->_M_right->_M_parent = node;
    hang(node, up, header);
    up->_M_right = node;
    node->_M_parent = up;
}

static bool is_red(const Node *node) { return node != nullptr && node->_M_color == _S_red; }

void _Rb_tree_insert_and_rebalance(const bool left, Node *node, Node *parent, Node &header) throw() {
    node->_M_parent = parent;
    node->_M_left = nullptr;
    node->_M_right = nullptr;
    node->_M_color = _S_red;
    if (left) {
        // For the header this also sets the first node.
        parent->_M_left = node;
        if (parent == &header) {
            header._M_parent = node;
            header._M_right = node;
        } else if (parent == header._M_left) {
            header._M_left = node;
        }
    } else {
        parent->_M_right = node;
        if (parent == header._M_right)
            header._M_right = node;
    }
    while (node != root_of(header) && node->_M_parent->_M_color == _S_red) {
        Node *above = node->_M_parent;
        Node *top = above->_M_parent;
        bool on_left = above == top->_M_left;
        Node *uncle = on_left ? top->_M_right : top->_M_left;
        if (is_red(uncle)) {
            above->_M_color = _S_black;
            uncle->_M_color = _S_black;
            top->_M_color = _S_red;
            node = top;
        } else if (on_left) {
            if (node == above->_M_right) {
                node = above;
                rotate_left(node, header);
            }
            node->_M_parent->_M_color = _S_black;
            top->_M_color = _S_red;
            rotate_right(top, header);
        } else {
            if (node == above->_M_left) {
                node = above;
                rotate_right(node, header);
            }
            node->_M_parent->_M_color = _S_black;
            top->_M_color = _S_red;
            rotate_left(top, header);
        }
    }
    root_of(header)->_M_color = _S_black;
}

// Rebalances after a black node was removed between `parent` and `node`, which may be null.
static void restore(Node *node, Node *parent, Node &header) {
    while (node != root_of(header) && !is_red(node)) {
        bool on_left = node == parent->_M_left;
        Node *sibling = on_left ? parent->_M_right : parent->_M_left;
        if (is_red(sibling)) {
            sibling->_M_color = _S_black;
            parent->_M_color = _S_red;
            if (on_left)
                rotate_left(parent, header);
            else
                rotate_right(parent, header);
            sibling = on_left ? parent->_M_right : parent->_M_left;
        }
        Node *near = on_left ? sibling->_M_left : sibling->_M_right;
        Node *far = on_left ? sibling->_M_right : sibling->_M_left;
        if (!is_red(near) && !is_red(far)) {
            sibling->_M_color = _S_red;
            node = parent;
            parent = parent->_M_parent;
            continue;
        }
        if (!is_red(far)) {
            near->_M_color = _S_black;
            sibling->_M_color = _S_red;
            if (on_left)
                rotate_right(sibling, header);
            else
                rotate_left(sibling, header);
            sibling = on_left ? parent->_M_right : parent->_M_left;
            far = on_left ? sibling->_M_right : sibling->_M_left;
        }
        sibling->_M_color = parent->_M_color;
        parent->_M_color = _S_black;
        far->_M_color = _S_black;
        if (on_left)
            rotate_left(parent, header);
        else
            rotate_right(parent, header);
        break;
    }
    if (node != nullptr)
        node->_M_color = _S_black;
}

Node *_Rb_tree_rebalance_for_erase(Node *const gone, Node &header) throw() {
    if (header._M_left == gone)
        header._M_left = gone->_M_right == nullptr && gone->_M_parent == &header ? &header : next_of(gone);
    if (header._M_right == gone) {
        if (gone->_M_left != nullptr) {
            Node *last = gone->_M_left;
            while (last->_M_right != nullptr)
                last = last->_M_right;
            header._M_right = last;
        } else {
            header._M_right = gone->_M_parent;
        }
    }
    Node *child, *parent;
    _Rb_tree_color color = gone->_M_color;
    if (gone->_M_left == nullptr || gone->_M_right == nullptr) {
        child = gone->_M_left != nullptr ? gone->_M_left : gone->_M_right;
        parent = gone->_M_parent;
        hang(gone, child, header);
    } else {
        // The next node takes its place and its colour.
        Node *next = gone->_M_right;
        while (next->_M_left != nullptr)
            next = next->_M_left;
        color = next->_M_color;
        child = next->_M_right;
        if (next->_M_parent == gone) {
            parent = next;
        } else {
            parent = next->_M_parent;
            hang(next, child, header);
            next->_M_right = gone->_M_right;
            next->_M_right->_M_parent = next;
        }
        hang(gone, next, header);
        next->_M_left = gone->_M_left;
        next->_M_left->_M_parent = next;
        next->_M_color = gone->_M_color;
    }
    if (color == _S_black && root_of(header) != nullptr)
        restore(child, parent, header);
    return gone;
}

unsigned _Rb_tree_black_count(const Node *node, const Node *root) throw() {
    unsigned count = 0;
    for (; node != nullptr; node = node == root ? nullptr : node->_M_parent)
        count += node->_M_color == _S_black;
    return count;
}

namespace __detail {

void _List_node_base::_M_hook(_List_node_base *position) noexcept {
    _M_next = position;
    _M_prev = position->_M_prev;
    _M_prev->_M_next = this;
    position->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept {
    _M_prev->_M_next = _M_next;
    _M_next->_M_prev = _M_prev;
}

void _List_node_base::_M_transfer(_List_node_base *first, _List_node_base *last) noexcept {
    if (this == last)
        return;
    _List_node_base *final = last->_M_prev;
    first->_M_prev->_M_next = last;
    last->_M_prev = first->_M_prev;
    first->_M_prev = _M_prev;
    final->_M_next = this;
    _M_prev->_M_next = first;
    _M_prev = final;
}

void _List_node_base::_M_reverse() noexcept {
    _List_node_base *node = this;
    do {
        _List_node_base *next = node->_M_next;
        node->_M_next = node->_M_prev;
        node->_M_prev = next;
        node = next;
    } while (node != this);
}

// An empty list's node points to itself.
static void adopt(_List_node_base &list, _List_node_base *next, _List_node_base *prev, const _List_node_base *old) {
    list._M_next = next == old ? &list : next;
    list._M_prev = prev == old ? &list : prev;
    list._M_next->_M_prev = &list;
    list._M_prev->_M_next = &list;
}

void _List_node_base::swap(_List_node_base &a, _List_node_base &b) noexcept {
    _List_node_base *next = a._M_next, *prev = a._M_prev;
    adopt(a, b._M_next, b._M_prev, &b);
    adopt(b, next, prev, &a);
}

} // namespace __detail
} // namespace std
