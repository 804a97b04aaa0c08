//! Evaluation under a model.
