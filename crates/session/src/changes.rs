//! What is sent only when it changes.

use crate::protocol::Reply;

/// The value that the page has.
pub struct Changes<T>(Option<T>);

impl<T> Default for Changes<T> {
    fn default() -> Changes<T> {
        Changes(None)
    }
}

impl<T: Clone + PartialEq> Changes<T> {
    /// Adds a message with the value, unless the page has it.
    pub fn push(&mut self, value: T, reply: impl FnOnce(T) -> Reply, replies: &mut Vec<Reply>) {
        self.push_unless(T::eq, value, reply, replies);
    }

    /// Adds a message with the value, unless the page has one that is as good.
    pub fn push_unless(
        &mut self,
        is_as_good: impl FnOnce(&T, &T) -> bool,
        value: T,
        reply: impl FnOnce(T) -> Reply,
        replies: &mut Vec<Reply>,
    ) {
        if !self.0.as_ref().is_some_and(|sent| is_as_good(sent, &value)) {
            replies.push(reply(value.clone()));
            self.0 = Some(value);
        }
    }
}
