import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ['default', './tools/closing-line.ts'],
    projects: [
      { extends: true, test: { name: 'unit', include: ['{packages/*,experiments,tools}/test/**/*.test.ts'] } },
      { extends: true, test: { name: 'data', include: ['{packages/*,experiments}/test/**/*.data.ts'] } },
    ],
  },
})
