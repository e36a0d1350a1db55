//! Lists of codes: what a machine reads where a person reads a sentence.
//!
//! A list is written once, in one place; its names, and what they mean, can be gone through, so that documents and
//! tests need no list of their own. What a code is of is for its user to say.

/// Makes an enum of codes, each with a fixed name and a sentence on what it means.
macro_rules! codes {
    ($(#[$about:meta])* pub enum $list:ident; $($variant:ident = $name:literal, $meaning:literal;)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $list {
            $(#[doc = $meaning] $variant,)*
        }

        impl $list {
            /// Every code there is.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name used in answers.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// One sentence on what the code means and what would be right.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning,)* }
            }
        }
    };
}

pub(crate) use codes;
