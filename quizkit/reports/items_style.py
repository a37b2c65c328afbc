"""The style sheet of the page of an exam's questions: light and dark, narrow screens and paper."""

STYLE = """
:root { color-scheme: light dark;
  --ink: #1b1f24; --quiet: #5b6470; --paper: #ffffff; --card: #f5f7f9; --line: #d6dbe1;
  --sound: #2b6cb0; --doubt: #b3430f; --weak: #bcd3ea; --middling: #6fa3d4; --strong: #1f4e84;
  --right: #1f7a4d; --onDot: #ffffff; }
@media (prefers-color-scheme: dark) { :root {
  --ink: #e6e9ed; --quiet: #9aa4b0; --paper: #14171b; --card: #1d2229; --line: #3a424d;
  --sound: #6aa9e6; --doubt: #f0945f; --weak: #2f4a66; --middling: #5288bd; --strong: #a9d0f5;
  --right: #5cc48d; --onDot: #14171b; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 60rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .5rem; }
h4 { font-size: 1rem; margin: 1.1rem 0 .35rem; }
p { margin: .35rem 0; } .quiet { color: var(--quiet); font-size: .875rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem;
  margin: 1.1rem 0; padding: 0; }
.tile { background: var(--card); border-radius: .5rem; padding: .65rem 1rem; }
.tile b { display: block; font-size: 1.35rem; line-height: 1.3; }
.tile span { color: var(--quiet); font-size: .875rem; }
.flags { padding: 0; list-style: none; }
.flags li { border-left: .3rem solid var(--doubt); background: var(--card); margin: .4rem 0;
  padding: .45rem .8rem; border-radius: 0 .4rem .4rem 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line);
  vertical-align: middle; }
thead th { color: var(--quiet); font-weight: 600; } tbody th { font-weight: 400; }
td.n, th.n { text-align: right; } .n, td.e, .key { white-space: nowrap; }
tbody th, td.why { min-width: 9rem; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
details { border-top: 1px solid var(--line); padding: .55rem 0; overflow-wrap: break-word; }
summary { cursor: pointer; } h3 { display: inline; font-size: 1rem; }
.prompt { white-space: pre-line; }
.mark { color: var(--doubt); } .key { color: var(--right); font-weight: 600; }
a { color: var(--sound); }
svg.figure { width: 100%; min-width: 36rem; max-width: 46rem; height: auto; display: block; }
svg.spark { vertical-align: middle; max-width: 100%; }
td svg.spark { min-width: 6rem; }
svg text { font: 12px system-ui, sans-serif; fill: var(--quiet); }
svg text.small { font-size: 11px; }
svg text.dot { fill: var(--onDot); font-size: 11px; font-weight: 600; }
svg text.long { font-size: 9px; letter-spacing: -.5px; }
svg .grid { stroke: var(--line); } svg .zero { stroke: var(--quiet); }
svg .leader { stroke: var(--quiet); stroke-dasharray: 2 2; }
svg .whisker { stroke: var(--quiet); stroke-width: 2; }
svg circle.sound { fill: var(--sound); } svg .doubtful { fill: var(--doubt); }
svg .bar { fill: var(--sound); }
svg .weak, svg .middling, svg .strong, svg .unplaced { stroke: var(--quiet); stroke-width: .5; }
svg .weak { fill: var(--weak); } svg .middling { fill: var(--middling); }
svg .strong { fill: var(--strong); } svg .unplaced { fill: none; }
.swatch { display: inline-block; width: .8rem; height: .8rem; border-radius: .15rem;
  vertical-align: -.08rem; margin: 0 .25rem 0 .7rem; border: 1px solid var(--quiet); }
@media print {
  body { max-width: none; padding: 0; print-color-adjust: exact; }
  tr, li, .tile, svg.figure { break-inside: avoid; }
  h2, summary, h4, thead { break-after: avoid; }
  details:not([open])::details-content { content-visibility: visible; height: auto; }
  .scroll { overflow: visible; } svg.figure { min-width: 0; }
  table { font-size: .75rem; } tbody th { min-width: 0; } .questions td svg.spark { display: none; }
}
"""
