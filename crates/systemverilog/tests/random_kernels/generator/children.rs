//! Blocks in a block.

use super::block::{Block, Definition, Direction, Kind};
use super::dependencies::Node;
use super::fields::{Duty, Fields};
use super::types::{Type, Width};

impl Block<'_> {
    /// Adds an instance of a block, or an array of them.
    pub fn add_child(&mut self, name: &str, child: &Definition, fields: &mut Fields) {
        self.uses("children");
        let (argument, value) = self.argument(child);
        let length = if self.chance(25) { Some(self.design.random.usize(2..=3)) } else { None };
        match length {
            Some(length) => {
                self.uses("arrays of children");
                self.field(name, format!("[{}{argument}; {length}]", child.name), None);
            }
            None => self.field(name, format!("{}{argument}", child.name), None),
        }
        // The elements of each port: one for a single child.
        let ports: Vec<Vec<Node>> = child
            .ports
            .iter()
            .map(|port| {
                let ty = if value.is_generic { port.ty } else { port.ty.instantiated(value.bits) };
                let kind = match port.direction {
                    Direction::Output => Kind::Source,
                    _ => Kind::ChildInput,
                };
                let path = &port.path;
                match length {
                    Some(length) => (0..length)
                        .map(|index| self.signal(format!("{name}[{index}].{path}"), ty, kind))
                        .collect(),
                    None => vec![self.signal(format!("{name}.{path}"), ty, kind)],
                }
            })
            .collect();
        for (output, input) in &child.paths {
            for (output, input) in ports[*output].iter().zip(&ports[*input]) {
                self.dependencies.depend(*output, *input);
            }
        }
        for (port, elements) in child.ports.iter().zip(ports) {
            let ty = self.signals[elements[0]].ty;
            if ty == Type::Clock {
                let clock = self.some_clock(fields);
                match length {
                    Some(length) => self.clock_elements(name, &port.path, length, &clock, fields),
                    None => fields.clock_inputs.push((format!("{name}.{}", port.path), clock)),
                }
            } else if length.is_some() {
                let path = (name.to_string(), format!(".{}", port.path));
                self.add_elements(path, ty, elements, fields);
            } else if port.direction == Direction::Input {
                fields.duties.extend(elements.into_iter().map(Duty::Signal));
            }
        }
    }

    /// Returns the argument for a child's const parameter, and its value.
    fn argument(&mut self, child: &Definition) -> (String, Width) {
        let Some(least) = child.generic else {
            return (String::new(), Width::fixed(0));
        };
        self.uses("children with const parameters");
        if self.generic == Some(least) && self.chance(50) {
            return ("<N>".to_string(), Width { bits: least, is_generic: true });
        }
        let value = least + self.design.random.u32(0..=3);
        (format!("<{value}>"), Width::fixed(value))
    }
}
