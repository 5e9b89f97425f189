//! The rank of each item: below all items that lead to it.

use super::layered::{Item, Link, Pin};

/// The ranks of items, from the top, and for each link whether it leads upwards, as one of a cycle must.
pub(super) fn of(items: &[Item], links: &[Link]) -> (Vec<usize>, Vec<bool>) {
    let (order, upwards) = topological(items.len(), links);
    let down: Vec<(usize, usize)> =
        links.iter().zip(&upwards).map(|(l, up)| if *up { (l.to, l.from) } else { (l.from, l.to) }).collect();
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); items.len()];
    let mut is_source = vec![true; items.len()];
    for (from, to) in &down {
        below[*from].push(*to);
        is_source[*to] = false;
    }
    let top = usize::from(items.iter().any(|item| item.pin == Some(Pin::First)));
    let mut ranks: Vec<usize> = items.iter().map(|item| if item.pin == Some(Pin::First) { 0 } else { top }).collect();
    for from in &order {
        for to in &below[*from] {
            ranks[*to] = ranks[*to].max(ranks[*from] + 1);
        }
    }
    // An item that nothing leads to stands directly above what it leads to.
    for item in (0..items.len()).filter(|item| is_source[*item] && items[*item].pin.is_none()) {
        if let Some(first) = below[item].iter().map(|to| ranks[*to]).min() {
            ranks[item] = first - 1;
        }
    }
    let is_last: Vec<bool> = items.iter().map(|item| item.pin == Some(Pin::Last)).collect();
    let others = ranks.iter().zip(&is_last).filter(|(_, is_last)| !**is_last).map(|(rank, _)| *rank);
    let bottom = others.max().map_or(0, |rank| rank + 1);
    ranks.iter_mut().zip(&is_last).filter(|(_, is_last)| **is_last).for_each(|(rank, _)| *rank = bottom);
    (ranks, upwards)
}

/// The items in an order in which links lead forwards, and for each link whether it leads backwards instead.
fn topological(count: usize, links: &[Link]) -> (Vec<usize>, Vec<bool>) {
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); count];
    links.iter().enumerate().for_each(|(i, link)| leaving[link.from].push(i));
    let (mut finished, mut is_open, mut is_known) = (Vec::with_capacity(count), vec![false; count], vec![false; count]);
    let mut upwards = vec![false; links.len()];
    for start in 0..count {
        if is_known[start] {
            continue;
        }
        (is_known[start], is_open[start]) = (true, true);
        // A depth-first traversal with a stack of its own: networks may be thousands of layers deep.
        let mut stack = vec![(start, 0)];
        while let Some((item, next)) = stack.last_mut() {
            let Some(link) = leaving[*item].get(*next).copied() else {
                is_open[*item] = false;
                finished.push(*item);
                stack.pop();
                continue;
            };
            *next += 1;
            let to = links[link].to;
            if is_open[to] {
                upwards[link] = true;
            } else if !is_known[to] {
                (is_known[to], is_open[to]) = (true, true);
                stack.push((to, 0));
            }
        }
    }
    finished.reverse();
    (finished, upwards)
}
