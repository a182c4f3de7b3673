"""Figures of the benchmarks as SVG, without a library.

`ratios` draws bars of times beside the best peer's, `roofline` kernels under what the
machine can do. Both axes of a roofline and the bars are logarithmic: twice as fast and
half as fast are equally far from even.
"""
import html
import math

INK, GRID, FAINT = "#222222", "#e4e4e4", "#8a8a8a"
GOOD, EVEN, BAD = "#2a7f62", "#8fa3ad", "#c0504d"
GROUPS = ["#1f6fb2", "#c0504d", "#2a7f62", "#8064a2", "#d28b26", "#2c9aa8", "#7f7f3f",
          "#b0518e", "#5b6c7d", "#9c5a3c", "#3d4f9f", "#6aa84f", "#a64d4d"]


def text(x, y, words, anchor="start", size=12, color=INK, more=""):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
            f'fill="{color}" {more}>{html.escape(str(words))}</text>')


def line(x1, y1, x2, y2, color=GRID, width=1, more=""):
    return (f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
            f'stroke="{color}" stroke-width="{width}" {more}/>')


def page(width, height, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" font-family="sans-serif">\n'
            f'<rect width="{width}" height="{height}" fill="white"/>\n'
            + "\n".join(parts) + "\n</svg>\n")


def ratios(rows, title, path, bar=1.0):
    """`rows`: (name, ratio, note) in order, the ratio being our time over the best peer's;
    None for one without. A dashed line stands at `bar`."""
    left, right, top, step, width = 300, 170, 64, 18, 900
    known = [ratio for _, ratio, _ in rows if ratio]
    low = min([0.5, *known]) / 1.1
    high = max([2.0, *known]) * 1.1

    def place(ratio):
        return left + (width - left - right) * math.log(ratio / low) / math.log(high / low)
    height = top + step * len(rows) + 30
    bottom = height - 24
    parts = [text(16, 24, title, size=15, more='font-weight="bold"'),
             text(16, 42, "time / best peer's time; left of 1 is faster", color=FAINT)]
    for tick in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100):
        if low <= tick <= high:
            parts += [line(place(tick), top - 8, place(tick), bottom),
                      text(place(tick), bottom + 16, f"{tick:g}", "middle", 11, FAINT)]
    for number, (name, ratio, note) in enumerate(rows):
        y = top + step * number
        parts.append(text(left - 8, y + 11, name, "end", 11))
        if not ratio:
            parts.append(text(place(1) + 4, y + 11, note, size=11, color=FAINT))
            continue
        color = GOOD if ratio <= bar else EVEN if ratio <= 1.1 * bar else BAD
        first, last = sorted((place(1), place(ratio)))
        parts += [f'<rect x="{first:.1f}" y="{y + 2}" width="{max(1, last - first):.1f}" '
                  f'height="{step - 6}" fill="{color}"/>',
                  text(width - right + 8, y + 11, f"{ratio:.2f}  {note}", size=11)]
    parts += [line(place(1), top - 8, place(1), bottom, INK),
              line(place(bar), top - 8, place(bar), bottom, INK, 1, 'stroke-dasharray="4 3"')]
    if known:
        mean = math.exp(sum(map(math.log, known)) / len(known))
        parts.append(text(width - 16, 24, f"geometric mean {mean:.2f} of {len(known)}", "end", 13))
    path.write_text(page(width, height, parts))


def ticks(low, high):
    """1, 10, 100... and what lies between: (value, is it a power of ten)."""
    for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1):
        for digit in (1, 2, 5):
            value = digit * 10.0 ** power
            if low <= value <= high:
                yield value, digit == 1


def roofline(points, slopes, ceilings, title, path):
    """`points`: (name, group, operations per byte, GFLOP/s, best peer's or None).
    `slopes`: (name, GB/s at most); `ceilings`: (name, GFLOP/s at most)."""
    if not points:
        return
    left, top, width, height = 70, 60, 1100, 640
    right, bottom = width - 250, height - 50
    groups = sorted({point[1] for point in points})
    colors = {group: GROUPS[i % len(GROUPS)] for i, group in enumerate(groups)}
    xs = [point[2] for point in points]
    ys = [rate for point in points for rate in point[3:] if rate]
    x0, x1 = min(xs) / 1.5, max(xs) * 1.5
    y0, y1 = min(ys) / 1.5, max([*ys, *(peak for _, peak in ceilings)]) * 1.5

    def at_x(value):
        return left + (right - left) * math.log(value / x0) / math.log(x1 / x0)

    def at_y(value):
        return bottom - (bottom - top) * math.log(value / y0) / math.log(y1 / y0)
    parts = [text(16, 24, title, size=15, more='font-weight="bold"'),
             text(16, 42, "a dot is ours, a ring the best peer's, of the same kernel",
                  color=FAINT)]
    for value, is_ten in ticks(x0, x1):
        parts.append(line(at_x(value), top, at_x(value), bottom))
        parts.append(text(at_x(value), bottom + 16, f"{value:g}", "middle", 11,
                          INK if is_ten else FAINT))
    for value, is_ten in ticks(y0, y1):
        parts.append(line(left, at_y(value), right, at_y(value)))
        parts.append(text(left - 6, at_y(value) + 4, f"{value:g}", "end", 11,
                          INK if is_ten else FAINT))
    parts += [text((left + right) / 2, height - 12, "operations per byte", "middle"),
              text(0, 0, "GFLOP/s", "middle",
                   more=f'transform="translate(18 {(top + bottom) / 2:.0f}) rotate(-90)"')]
    highest = max([peak for _, peak in ceilings], default=y1)
    for name, speed in slopes:
        start, end = max(x0, y0 / speed), min(x1, highest / speed)
        x, y = at_x(start), at_y(start * speed)
        angle = math.degrees(math.atan2(at_y(end * speed) - y, at_x(end) - x))
        parts += [line(x, y, at_x(end), at_y(end * speed), INK, 1.4),
                  text(0, 0, name, size=11, more=f'transform="translate({x + 4:.1f} '
                       f'{y - 9:.1f}) rotate({angle:.1f})"')]
    fastest = max([speed for _, speed in slopes], default=y1)
    for name, peak in ceilings:
        parts += [line(at_x(max(x0, peak / fastest)), at_y(peak), right, at_y(peak), INK, 1.4),
                  text(right, at_y(peak) - 5, name, "end", 11)]
    for name, group, intensity, own, peer in points:
        x, color = at_x(intensity), colors[group]
        told = f"<title>{html.escape(name)}: {own:.1f} GFLOP/s"
        if peer:
            told += f", best peer {peer:.1f}"
            parts += [line(x, at_y(own), x, at_y(peer), color, 1, 'opacity="0.5"'),
                      f'<circle cx="{x:.1f}" cy="{at_y(peer):.1f}" r="3.5" fill="white" '
                      f'stroke="{color}" stroke-width="1.3"/>']
        parts.append(f'<circle cx="{x:.1f}" cy="{at_y(own):.1f}" r="3.5" fill="{color}">'
                     f"{told}</title></circle>")
    for number, group in enumerate(groups):
        y = top + 14 + 20 * number
        parts += [f'<circle cx="{right + 24}" cy="{y - 4}" r="4" fill="{colors[group]}"/>',
                  text(right + 36, y, group)]
    path.write_text(page(width, height, parts))
