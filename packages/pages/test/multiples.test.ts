import { describe, expect, test } from 'vitest'
import { renderGroupedTable } from '../src/grouped-table.js'
import { cross, dot, whisker } from '../src/marks.js'
import { panelGrid } from '../src/multiples.js'
import { drawPlot, narrow, wide } from '../src/plot.js'
import { linear } from '../src/scale.js'

const key = [
  { words: 'reproduced', draw: (x: number, y: number) => dot({ x, y }, 'dot') },
  { words: 'published', draw: (x: number, y: number) => cross({ x, y }, 'published') },
]

describe('small multiples', () => {
  test.each([wide, narrow])('panels lie inside and beside each other, $name', (size) => {
    const { areas, height } = panelGrid(size, 7, 3, 120, key)
    expect(areas).toHaveLength(7)
    for (const [i, area] of areas.entries()) {
      expect(area.bottom - area.top).toBe(120)
      expect(area.left >= 0 && area.right <= size.width && area.top >= 0 && area.bottom <= height).toBe(true)
      for (const other of areas.slice(0, i)) expect(other.right < area.left || other.bottom < area.top).toBe(true)
    }
  })

  test('a key that does not fit takes more lines, and pushes the panels down', () => {
    const long = Array.from({ length: 6 }, () => key[0])
    expect(panelGrid(narrow, 1, 1, 100, long).areas[0].top).toBeGreaterThan(
      panelGrid(narrow, 1, 1, 100, key).areas[0].top,
    )
  })

  test('titles of axes once, ticks of y left only, given ticks as they are', () => {
    const { areas, height } = panelGrid(wide, 4, 2, 100, key)
    const panels = areas.map((area, i) => ({
      title: `panel ${i}`,
      area,
      x: {
        scale: linear([0, 3], [area.left, area.right]),
        label: '',
        format: (value: number) => `x${value}`,
        ticks: 9,
        at: [1, 2],
      },
      y: {
        scale: linear([0, 1], [area.bottom, area.top]),
        label: '',
        format: (value: number) => `y${value}`,
        ticks: 1,
        at: [0.5],
      },
      marks: null,
    }))
    const { markup } = drawPlot(
      'f',
      wide,
      { title: 't', description: 'd' },
      { height, panels, xTitle: 'n', yTitle: 'recall', key },
    )
    const times = (words: string) => markup.split(`>${words}<`).length - 1
    expect([times('n'), times('recall'), times('x1'), times('x2'), times('y0.5'), times('published')]).toEqual([
      1, 1, 4, 4, 2, 1,
    ])
    expect(markup).toContain(`viewBox="0 0 800 ${height}"`)
    expect(new Set(markup.match(/clipPath id="[^"]+"/g)).size).toBe(4)
  })
})

test('a whisker has a bar at each end', () => {
  expect(whisker(10, 20, 5, 'a').markup).toBe('<path class="whisker a" d="M10,20V5M7.5,20H12.5M7.5,5H12.5"/>')
})

test('headings of columns span their group, headings of rows the table', () => {
  const column = (group: string, heading: string) => ({ group, heading, numeric: group !== '' })
  const { markup } = renderGroupedTable(
    {
      caption: 'c',
      columns: [column('', 'n'), column('recall', 'a'), column('recall', 'b'), column('rate', 'a')],
      sections: [
        { heading: 'one <', rows: [['1', '2', '3', '4']] },
        { heading: null, rows: [] },
      ],
    },
    'label',
  )
  expect(markup).toContain('<td colspan="1"></td><th scope="colgroup" colspan="2" class="start">recall</th>')
  expect(markup).toContain('<th scope="rowgroup" colspan="4">one &lt;</th>')
  expect(markup).toContain('<tr><th scope="row">1</th><td class="number start">2</td><td class="number">3</td>')
  expect(markup.match(/class="between"/g)).toHaveLength(1)
})
