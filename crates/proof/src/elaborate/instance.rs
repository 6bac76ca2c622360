//! Instances: IEEE 1800-2012, 23.3.

use std::collections::BTreeMap;

use super::Elaborator;
use super::place::Place;
use crate::error::{Problem, ReadError};
use crate::model::{self, Direction, Driver, Edge, Port};
use crate::syntax::{Expression, ExpressionKind, Instance, Reference};

impl<'t> Elaborator<'_, 't> {
    /// Returns each port of the instantiated module with the expression that it is connected to.
    fn connections<'e>(
        &self,
        instance: &'e Instance<'t>,
    ) -> Result<Vec<(Port, &'e Expression<'t>)>, ReadError> {
        let module = instance.module;
        let ports = self.library.modules.get(module.text);
        let ports =
            ports.ok_or_else(|| Problem::UnknownModule(module.text.to_string()).at(module.at))?;
        for (index, (name, _)) in instance.connections.iter().enumerate() {
            let text = name.text.to_string();
            if ports.iter().all(|port| port.name != text) {
                return Err(Problem::NoPort(text).at(name.at));
            }
            if instance.connections[..index].iter().any(|(other, _)| other.text == text) {
                return Err(Problem::SecondConnection(text).at(name.at));
            }
        }
        let mut connections = Vec::new();
        for port in ports {
            let connection = instance.connections.iter().find(|(name, _)| name.text == port.name);
            let Some((_, value)) = connection else {
                return Err(Problem::NotConnected(port.name.clone()).at(instance.name.at));
            };
            connections.push((port.clone(), value));
        }
        Ok(connections)
    }

    /// Returns what an output or a bidirectional port is connected to.
    fn connected<'e>(
        &self,
        port: &Port,
        value: &'e Expression<'t>,
    ) -> Result<&'e Reference<'t>, ReadError> {
        let ExpressionKind::Reference(reference) = &value.kind else {
            return Err(Problem::NotAssignable(port.name.clone()).at(value.at));
        };
        self.check_width(port, value)?;
        Ok(reference)
    }

    fn check_width(&self, port: &Port, value: &Expression<'t>) -> Result<(), ReadError> {
        let ty = self.shape(value)?;
        if ty.width != port.width {
            let Port { name, width, .. } = port.clone();
            return Err(
                Problem::ConnectionWidth { port: name, width, found: ty.width }.at(value.at)
            );
        }
        let (driver, driven) = match port.direction {
            Direction::Output => (port.enumeration.as_deref(), ty.enumeration()),
            Direction::Input | Direction::InOut => (ty.enumeration(), port.enumeration.as_deref()),
        };
        if driven.is_some() && driver != driven {
            return Err(Problem::EnumAssignment.at(value.at));
        }
        Ok(())
    }

    /// Returns the variables that the outputs of an instance drive.
    pub(super) fn variables_driven<'e>(
        &self,
        instance: &'e Instance<'t>,
    ) -> Result<Vec<&'e Reference<'t>>, ReadError> {
        let mut driven = Vec::new();
        for (port, value) in self.connections(instance)? {
            if port.direction == Direction::Output {
                let target = self.connected(&port, value)?;
                if !self.is_net(target)? {
                    driven.push(target);
                }
            }
        }
        Ok(driven)
    }

    /// Makes leaves of the outputs of an instance.
    pub(super) fn instance_outputs(&mut self, instance: &Instance<'t>) -> Result<(), ReadError> {
        for (port, value) in self.connections(instance)? {
            if port.direction != Direction::Output {
                continue;
            }
            let target = self.connected(&port, value)?;
            let leaves = self.gates.instance_output(instance.name.text, &port.name, port.width);
            if self.is_net(target)? {
                let name = self.whole_net(target)?;
                let driver = Driver { enable: Edge::ONE, value: leaves };
                self.model.nets.entry(name).and_modify(|net| net.drivers.push(driver));
            } else if let Place::Bits(bits) = self.scope.place(target)? {
                if let Some(index) = &bits.index {
                    return Err(Problem::NotConstant.at(index.value.at));
                }
                for (bit, leaf) in bits.range().zip(leaves) {
                    self.values[bits.variable][bit] = Some(leaf);
                }
            }
        }
        Ok(())
    }

    /// Adds an instance with the values of its inputs.
    pub(super) fn instance(&mut self, instance: &Instance<'t>) -> Result<(), ReadError> {
        let (mut inputs, mut nets) = (BTreeMap::new(), BTreeMap::new());
        for (port, value) in self.connections(instance)? {
            match port.direction {
                Direction::Input => {
                    self.check_width(&port, value)?;
                    inputs.insert(port.name, self.value(value)?);
                }
                Direction::InOut => {
                    let net = self.connected(&port, value)?;
                    if !self.is_net(net)? {
                        return Err(Problem::NotANet(net.name.text.to_string()).at(value.at));
                    }
                    nets.insert(port.name, self.whole_net(net)?);
                }
                Direction::Output => {}
            }
        }
        let module = instance.module.text.to_string();
        let meaning = model::Instance { module, inputs, nets };
        self.model.instances.insert(instance.name.text.to_string(), meaning);
        Ok(())
    }
}
