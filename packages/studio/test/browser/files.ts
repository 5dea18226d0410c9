import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Random, substream } from '@xenolith/core'
import { createWriter, type OutputColumn } from '@xenolith/files'

/** Two files as people have them: a name for each row, a label left in one, categories, gaps, a constant. */
export async function writeFiles(folder: string, rows = 700, seed = 11): Promise<{ nominal: string; mixture: string }> {
  await mkdir(folder, { recursive: true })
  const nominal = join(folder, 'clean.csv')
  const mixture = join(folder, 'new.csv')
  await writeFile(nominal, csv(rows, 0, substream(seed, 'nominal'), 'a'))
  await writeFile(mixture, csv(rows, 0.4, substream(seed, 'mixture'), 'b'))
  return { nominal, mixture }
}

function csv(rows: number, alpha: number, random: Random, prefix: string): string {
  const lines = ['id,temperature,pressure,colour,unit,class']
  for (let row = 0; row < rows; row++) {
    const alien = random.float() < alpha
    const normal = (): number => Array.from({ length: 12 }, () => random.float()).reduce((a, b) => a + b, -6)
    const temperature = (20 + normal() + (alien ? 6 : 0)).toFixed(3)
    const pressure = random.float() < 0.05 ? '' : (1 + 0.1 * normal() + (alien ? 0.6 : 0)).toFixed(4)
    const colour = ['red', 'green', 'blue'][Math.floor(3 * random.float())]
    lines.push(`${prefix}${row},${temperature},${pressure},${colour},K,${alien ? 'alien' : 'nominal'}`)
  }
  return `${lines.join('\n')}\n`
}

const COLUMNS: OutputColumn[] = [
  { name: 'id', type: 'id-string' },
  { name: 'temperature', type: 'number' },
  { name: 'pressure', type: 'number' },
  { name: 'colour', type: 'string' },
  { name: 'unit', type: 'string' },
  { name: 'class', type: 'string' },
]

/** The same rows in another format. */
export function repack(folder: string, files: { nominal: string; mixture: string }, format: string): Promise<string[]> {
  return Promise.all(
    [files.nominal, files.mixture].map(async (path) => {
      const text = await readFile(path, 'utf8')
      const out = join(folder, `${path.endsWith('clean.csv') ? 'clean' : 'new'}.${format}`)
      if (format === 'csv.gz') await writeFile(out, gzipSync(text))
      else if (format === 'tsv') await writeFile(out, text.replaceAll(',', '\t'))
      else {
        const rows = text
          .trim()
          .split('\n')
          .slice(1)
          .map((line) => line.split(','))
        const writer = await createWriter(out, COLUMNS)
        await writer.write(
          COLUMNS.map(({ type }, j) =>
            rows.map((row) => (row[j] === '' ? null : type === 'number' ? Number(row[j]) : row[j])),
          ),
        )
        await writer.commit()
      }
      return out
    }),
  )
}
