import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const core = fileURLToPath(new URL('packages/core/src/index.ts', import.meta.url))

export default defineConfig({
  resolve: { alias: { '@xenolith/core': core } },
  test: {
    testTimeout: 120_000,
    reporters: ['default', './tools/closing-line.ts'],
    projects: [
      { extends: true, test: { name: 'unit', include: ['{packages/*,experiments}/test/**/*.test.ts'] } },
      { extends: true, test: { name: 'data', include: ['{packages/*,experiments}/test/**/*.data.ts'] } },
    ],
  },
})
