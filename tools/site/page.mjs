import { html } from '@xenolith/pages'

/** One page of the site. `root` leads from the page to the folder of the site: '' or '../'. */
export function renderPage({ title, root, here, groups, main, version }) {
  return html`<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title === 'Xenolith' ? title : `${title} · Xenolith`}</title>
<link rel="stylesheet" href="${root}style.css">
</head>
<body>
<header>
<p class="brand"><a href="${root}index.html">Xenolith</a></p>
<div class="search"><input id="search" type="search" placeholder="Search (press /)" aria-label="Search the documentation" autocomplete="off"><ul id="found" hidden></ul></div>
</header>
<nav aria-label="Pages">
${groups.map(
  ({ heading, pages }) => html`<h2>${heading}</h2>
<ul>${pages.map(
    (page) =>
      html`<li><a href="${root}${page.path}"${page.path === here ? html` aria-current="page"` : ''}>${page.name}</a></li>`,
  )}</ul>
`,
)}</nav>
<main>
<h1>${title}</h1>
${main}
</main>
<footer>Xenolith ${version}, Apache-2.0</footer>
<script src="${root}search-index.js"></script>
<script src="${root}search.js"></script>
</body>
</html>
`.markup
}
