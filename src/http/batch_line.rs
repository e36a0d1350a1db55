//! The type of a line of a batch's reply, for the contract: the same for both puzzles but for the answer.
//!
//! A macro, as a generic type would have a name in the contract that no client generator makes a good one of.

/// Declares such a type.
macro_rules! batch_line {
    ($name:ident, $answer:ty) => {
        /// A line of the reply: what there is to say of one line of the request, either an answer or a problem.
        #[derive(serde::Serialize, utoipa::ToSchema)]
        pub(super) struct $name {
            /// The line of the request, from 1. Empty lines count, and get no reply.
            #[schema(format = Int64, minimum = 1)]
            line: u64,
            /// The name that the line gave itself.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[schema(nullable = false)]
            id: Option<String>,
            /// What was found out.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[schema(nullable = false)]
            answer: Option<$answer>,
            /// Why there is no answer.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[schema(nullable = false)]
            problem: Option<super::problem::ProblemBody>,
        }
    };
}
pub(super) use batch_line;
