import { type Html, html } from '@xenolith/pages'

/** What this page needs beyond the common style. No child combinators: a bracket here would have to be escaped. */
export const reportStyle: Html = html`<style>
body { max-width: 70rem }
.grouped { font-size: .8125rem }
.grouped th, .grouped td { padding: .22rem .5rem }
.grouped th:first-child { padding-left: 0 }
.plot { max-width: 56rem }
.promise { max-width: 22em; margin-bottom: 1.25rem }
.lead { margin-top: .75rem; color: var(--quiet) }
.tile a { color: inherit; text-decoration: none }
.tile a:hover, .tile a:focus-visible { text-decoration: underline; text-decoration-color: var(--accent) }
.value .of { font-size: .9375rem; font-weight: 400; color: var(--quiet); letter-spacing: 0 }
.meter { height: 6px; margin: .35rem 0 .4rem; background: var(--grid); border-radius: 3px; overflow: hidden }
.meter span { display: block; height: 100%; background: var(--nominal) }
.contents { margin-top: 3rem; padding: 1rem 0; border-top: 1px solid var(--hair); border-bottom: 1px solid var(--hair) }
.contents ul { display: flex; flex-wrap: wrap; gap: .35rem 1.5rem; list-style: none; padding: 0 }
section p + p { margin-top: .6rem }
.provenance { margin-top: .75rem; color: var(--quiet); font-size: .875rem }
.sub { margin-top: 2.5rem }
.sheet { margin: 0; border-bottom: 1px solid var(--hair) }
.sheet summary { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; padding: .6rem 0; color: var(--ink) }
.sheet summary::before { content: '+'; width: .9rem; color: var(--accent); font-weight: 600 }
.sheet[open] summary::before { content: '−' }
.sheet summary::-webkit-details-marker { display: none }
.sheet .title { flex: 1 1 16rem }
.sheet .verdict { color: var(--quiet); font-variant-numeric: tabular-nums }
.sheet .verdict.off { color: var(--accent) }
.sheet .scroll { margin: 0 0 1.5rem }
.sheet caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.z { color: var(--quiet) }
.z.differs { color: var(--accent); font-weight: 700 }
.z.rounding { color: var(--ink) }
.notes { margin-top: 1.25rem; padding-left: 1.25rem; border-left: 3px solid var(--hair) }
.notes h4 { margin: 1.25rem 0 .4rem; font-size: 1rem; font-weight: 650 }
.notes h4:first-child { margin-top: 0 }
.notes ul, .notes ol { padding-left: 1.25rem; max-width: 42rem }
.notes li { margin: .25rem 0 }
.notes p + p, .notes p + ul, .notes ul + p { margin-top: .6rem }
.remark { margin-top: 1rem }
.absent { padding: .9rem 1.1rem; background: var(--soft); border-radius: 6px; color: var(--quiet) }
.figure + .figure { margin-top: 3rem }
.figures { margin-top: 2.5rem }
.back { font-size: .875rem; font-weight: 400; margin-left: .75rem; letter-spacing: 0 }
.dot.small { stroke-width: .6 }
.dot.small.open { stroke-width: 1.3 }
@media screen and (max-width: 40rem) {
  .sheet .verdict { flex-basis: 100%; padding-left: .9rem }
}
@media print { .contents, .back { display: none } .sheet { break-inside: auto } }
</style>`
