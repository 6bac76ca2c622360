//! Block diagrams as Mermaid text.

use super::super::mermaid::escaped;
use super::{BlockDiagram, BlockKind};

/// Returns a `flowchart`, ending in one newline. Wires between the same two blocks are one arrow.
pub(super) fn text(diagram: &BlockDiagram) -> String {
    let mut lines = vec!["flowchart LR".to_string()];
    write_blocks(diagram, None, 1, &mut lines);
    let mut arrows: Vec<((usize, usize), Vec<String>)> = Vec::new();
    for wire in &diagram.wires {
        let pair = (wire.from.block, wire.to.block);
        let pins = &diagram.blocks[wire.from.block].pins;
        let label = if wire.label.is_empty() { &pins[wire.from.pin].name } else { &wire.label };
        match arrows.iter_mut().find(|(known, _)| *known == pair) {
            Some((_, labels)) if labels.contains(label) => {}
            Some((_, labels)) => labels.push(label.clone()),
            None => arrows.push((pair, vec![label.clone()])),
        }
    }
    for ((from, to), labels) in arrows {
        let labels: Vec<String> = labels.iter().map(|label| escaped(label)).collect();
        lines.push(format!("    b{from} -- \"{}\" --> b{to}", labels.join("<br>")));
    }
    lines.join("\n") + "\n"
}

fn write_blocks(
    diagram: &BlockDiagram,
    frame: Option<usize>,
    depth: usize,
    lines: &mut Vec<String>,
) {
    let indent = "    ".repeat(depth);
    for (index, block) in diagram.blocks.iter().enumerate() {
        if block.frame != frame {
            continue;
        }
        let name = match block.name.as_str() {
            "" => "gates".to_string(),
            name => escaped(name),
        };
        match &block.kind {
            BlockKind::Frame { module } => {
                lines.push(format!("{indent}subgraph b{index} [\"{name}: {}\"]", escaped(module)));
                write_blocks(diagram, Some(index), depth + 1, lines);
                lines.push(format!("{indent}end"));
            }
            BlockKind::Instance { module } => {
                lines.push(format!("{indent}b{index}[\"<b>{name}</b><br>{}\"]", escaped(module)));
            }
            BlockKind::Register => lines.push(format!("{indent}b{index}[[\"{name}\"]]")),
            BlockKind::Memory => lines.push(format!("{indent}b{index}[(\"{name}\")]")),
            BlockKind::Logic => lines.push(format!("{indent}b{index}(\"{name}\")")),
            BlockKind::Input | BlockKind::Output | BlockKind::InOut => {
                lines.push(format!("{indent}b{index}([\"{name}\"])"));
            }
        }
    }
}
