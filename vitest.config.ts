import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BUILT, builtModules } from './tools/built-modules.js'

export default defineConfig({
  plugins: [builtModules()],
  test: {
    globalSetup: ['tools/built-modules.ts'],
    server: { deps: { external: [BUILT] } },
    setupFiles: ['tools/fast-equality.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One more than there are cores: some tests wait for a server or a child.
    maxWorkers: availableParallelism() + 1,
    // Files share the modules that a worker has loaded: a quarter of the time.
    isolate: false,
    reporters: ['default', './tools/closing-line.ts'],
    projects: [
      { extends: true, test: { name: 'unit', include: ['{packages/*,experiments,tools}/test/**/*.test.ts'] } },
      { extends: true, test: { name: 'slow', include: ['{packages/*,experiments,tools}/test/**/*.slow.ts'] } },
      {
        extends: true,
        test: { name: 'data', include: ['{packages/*,experiments}/test/**/*.data.ts'], testTimeout: 600_000 },
      },
      { extends: true, test: { name: 'browser', include: ['packages/*/test/**/*.browser.ts'] } },
    ],
  },
})
