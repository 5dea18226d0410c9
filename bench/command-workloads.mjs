// Whole commands, as a user waits for them.
import { csvFile, dataFile, python } from './setup.mjs'

const xenolith = new URL('../packages/cli/bin/xenolith.js', import.meta.url).pathname

/** From the shell to the first answer. */
function startWorkload() {
  const command = (name, ...words) => ({ name, program: 'command', task: { command: words } })
  const importing = (name, module) => command(name, python, '-I', '-c', `import ${module}`)
  return {
    'start-up': {
      title: 'Start-up of the command, against importing a peer',
      contenders: [
        command('xenolith --version', process.execPath, xenolith, '--version'),
        importing('scikit-learn', 'sklearn.ensemble'),
        importing('isotree', 'isotree'),
        importing('PyOD', 'pyod.models.loda'),
      ],
    },
  }
}

/** Read two CSV files, fit, score, write: against a script of pandas and scikit-learn. */
function wholeCommands(rows) {
  const nominal = csvFile(`normals-${rows}x9-1`)
  const mixture = csvFile(`aliens-${rows}x9-2`)
  const model = dataFile('whole-model').replace('.f64', '.xeno')
  const out = csvFile('whole-out')
  const asked = ['--alpha', '0.1', '--recall', '0.8', '--confidence', '0.95']
  const ours = (name, ...options) => ({
    name,
    program: 'commands',
    task: {
      nominal,
      test: mixture,
      commands: [
        [
          process.execPath,
          xenolith,
          'fit',
          '--nominal',
          nominal,
          '--mixture',
          mixture,
          ...asked,
          '--out',
          model,
          ...options,
        ],
        [process.execPath, xenolith, 'detect', '--model', model, '--input', mixture, '--out', out, '--quiet'],
      ],
    },
  })
  const script = new URL('pipeline.py', import.meta.url).pathname
  return {
    [`commands-${rows}`]: {
      title: `Whole commands: read ${rows} + ${rows} rows of 9 features from CSV, fit (1000 trees where there are trees), score, write`,
      contenders: [
        ours('xenolith fit, then detect', '--detector', 'iforest'),
        ours('xenolith, kNN', '--detector', 'knn'),
        ours('xenolith, detector chosen'),
        {
          name: 'pandas and scikit-learn',
          program: 'commands',
          task: { nominal, test: mixture, commands: [[python, '-I', script, nominal, mixture, out]] },
          note: 'depth capped, no out-of-bag, no certificate',
        },
      ],
    },
  }
}

export const commandWorkloads = () => ({ ...startWorkload(), ...wholeCommands(10_000), ...wholeCommands(100_000) })
