// SPDX-License-Identifier: MIT
#include "tournament/report_page.h"

namespace ninefold::tournament {

const std::string_view kReportStyle = R"css(
:root{color-scheme:light dark;--bg:#fbfaf7;--ink:#1d1d1b;--soft:#6b6a66;--line:#dcd9d1;--card:#fff;
--x:#1462b8;--o:#b94e06;--won:#eef6ee;--lost:#fbeeec;--mark:#fdf3d7}
@media(prefers-color-scheme:dark){:root{--bg:#15161a;--ink:#e8e6e1;--soft:#9a988f;--line:#33353c;
--card:#1d1f25;--x:#6db4ff;--o:#ffad60;--won:#17301f;--lost:#351d1c;--mark:#3a3218}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:72rem;margin:0 auto;padding:1rem}
h1{margin:.5rem 0 0;font-size:1.9rem;line-height:1.2}h2{margin:2.2rem 0 .6rem;font-size:1.3rem}
h3{margin:1.2rem 0 .4rem;font-size:1rem}
.facts,.note{color:var(--soft);margin:.2rem 0 1rem}.facts{display:flex;flex-wrap:wrap;gap:0 1.2em}
.wide{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:10px;margin:.4rem 0}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.35rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th{color:var(--soft);font-weight:600;font-size:.82rem}tr:last-child td{border-bottom:0}
th.l,td.l{text-align:left}td.n{white-space:normal;overflow-wrap:anywhere;min-width:14rem}
td.p{font-weight:700}td.w{white-space:normal;text-align:left;min-width:16rem}
tr.away td{color:var(--soft);text-decoration:line-through}tr.on td:first-child{box-shadow:inset 3px 0 var(--x)}
.cross th,.cross td{text-align:center;padding:.3rem .45rem}.cross td[data-a]{cursor:pointer}
.cross .l{text-align:left}.cross td:first-child{text-align:right;width:1%}.cross td.n{width:30%;min-width:7rem}
.cross .won{background:var(--won)}.cross .lost{background:var(--lost)}.cross .self{background:var(--line)}
.groups{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,44rem),1fr));gap:0 1rem}.groups th,.groups td{padding:.35rem .45rem}
.groups th{white-space:normal}a{color:inherit}
svg.bracket{display:block;padding:.5rem;font:13px system-ui,sans-serif;max-width:100%;height:auto}
.bracket rect{fill:var(--bg);stroke:var(--line)}.bracket path{fill:none;stroke:var(--line);stroke-width:1.5}
.bracket text{fill:var(--soft)}.bracket .won{fill:var(--ink);font-weight:700}
.bracket .score{text-anchor:end}.bracket .round{font-weight:600}.bracket .by{font-size:10px;text-anchor:end}
.bracket g{cursor:pointer}
.filters{display:flex;flex-wrap:wrap;gap:.5rem;margin:.5rem 0}
select,button{max-width:100%;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:8px;
padding:.35rem .6rem}button{cursor:pointer}button:disabled{opacity:.4}
#list tr{cursor:pointer}#list tr:hover td,#list tr.now td{background:var(--mark)}
.x{color:var(--x)}.o{color:var(--o)}
#viewer{display:none;grid-template-columns:minmax(0,26rem) minmax(0,1fr);gap:1rem;margin:.8rem 0}
#viewer.open{display:grid}
#board{display:grid;grid-template-columns:repeat(3,1fr);gap:6px;aspect-ratio:1}
.block{position:relative;display:grid;grid-template-columns:repeat(3,1fr);gap:2px;background:var(--line);
border:2px solid var(--line);border-radius:6px;overflow:hidden}
.block.target{border-color:var(--ink)}
.cell{background:var(--card);display:grid;place-items:center;font-weight:700;font-size:clamp(.7rem,3.2vw,1.1rem);
aspect-ratio:1}.cell.last{background:var(--mark)}
.owner{position:absolute;inset:0;display:grid;place-items:center;font-weight:800;
font-size:clamp(2.5rem,14vw,5rem);line-height:1;
opacity:.5;pointer-events:none}.owner.x{font-size:clamp(5rem,28vw,9rem)}
#moves{max-height:20rem;overflow:auto;line-height:1.9}#moves b{display:inline-block;cursor:pointer;font-weight:400;padding:.1rem .3rem;
border-radius:4px;font-family:ui-monospace,monospace}#moves b.now{background:var(--mark);font-weight:700}
.bar{display:flex;gap:.4rem;align-items:center;margin:.6rem 0}.bar input{flex:1;min-width:4rem}
@media(max-width:44rem){#viewer.open{grid-template-columns:minmax(0,1fr)}.bar{flex-wrap:wrap}main{padding:.7rem}
h1{font-size:1.5rem}th,td,.groups th,.groups td{padding:.3rem .35rem}td,.filters{font-size:.9rem}
.s{display:none}td.n{min-width:5.5rem}td.w{min-width:11rem}}
@media print{:root{--bg:#fff;--card:#fff;--ink:#000}.games,.filters,#viewer{display:none!important}
html{font-size:10px}body{font-size:1.1rem}main{max-width:none;padding:0}
td.n{min-width:7rem}th,td,.groups th,.groups td{padding:.25rem .35rem}.groups{grid-template-columns:3fr 2fr}svg.bracket{min-width:0!important}
.wide{overflow:visible;border-color:#999;break-inside:avoid}
h2,h3{break-after:avoid}tr{break-inside:avoid}}
)css";

}  // namespace ninefold::tournament
