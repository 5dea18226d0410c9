import { round6 } from '../csv.js'
import type { Protocol, Row, SourceRecords } from '../element.js'
import { certificateMethods, type Delivered } from '../protocol/certificates.js'
import type { Settings } from '../settings.js'
import { mean } from '../statistics.js'
import { version } from '../version.js'

export const CERTIFICATE_COLUMNS = [
  'source',
  'detector',
  'n',
  'alpha',
  'recall',
  'confidence',
  'method',
  'runs',
  'seed',
  'version',
  'certified',
  'kept',
  'deliveredRecall',
  'deliveredRecallLeast',
  'falseAlarmRate',
  'falseAlarmRateUpper',
  'boundHeld',
] as const

/** Beyond the papers: what certificates promised and delivered on the replicates of other elements. It fits nothing. */
export const certificates: Protocol<never> = {
  revision: 1,
  columns: CERTIFICATE_COLUMNS,
  free: ['runs', 'title', 'quick'],
  parts: () => [],
  run: () => Promise.reject(new Error('certificates are computed with their sources')),
  summarise: (_settings, _records, sources) => [...sources.values()].flatMap(rowsOf),
}

/** What the records of every source have: certificates by alpha, recall and method. */
interface WithCertificates {
  readonly n?: number
  readonly certificates: readonly (readonly (readonly Delivered[])[])[]
}

function rowsOf({ settings, records }: SourceRecords): Row[] {
  const wish = settings.certificates
  if (wish === undefined) return []
  return [...records].flatMap(([part, runs]) => {
    const all = runs as readonly WithCertificates[]
    if (all[0].certificates.length === 0) return []
    return wish.alphas.flatMap((alpha, a) =>
      wish.recalls.flatMap((recall, r) =>
        certificateMethods.map(
          (method, m): Row => ({
            source: settings.kind === 'synthetic' ? 'synthetic' : part,
            detector: settings.detector!,
            n: all[0].n ?? Number(part.slice('n='.length)),
            alpha,
            recall,
            confidence: wish.confidence,
            method,
            runs: all.length,
            seed: settings.seed,
            version,
            ...summariseDeliveries(
              all.map(({ certificates }) => certificates[a][r][m]),
              recall,
            ),
          }),
        ),
      ),
    )
  })
}

function summariseDeliveries(deliveries: readonly Delivered[], promised: number): Row {
  const made = deliveries.filter((delivered) => delivered !== null)
  const certified = made.length / deliveries.length
  if (made.length === 0) return { certified }
  const recalls = made.map(([recall]) => recall)
  return {
    certified: round6(certified),
    kept: round6(recalls.filter((recall) => recall >= promised).length / made.length),
    deliveredRecall: round6(mean(recalls)),
    deliveredRecallLeast: round6(Math.min(...recalls)),
    falseAlarmRate: round6(mean(made.map(([, rate]) => rate))),
    falseAlarmRateUpper: round6(mean(made.map(([, , upper]) => upper))),
    boundHeld: round6(made.filter(([, rate, upper]) => rate <= upper).length / made.length),
  }
}

/** Only the parts of a source that certificates look at; the choice of parts does not change a record. */
export function certifiedParts(settings: Settings): Settings {
  const { certificates: wish, sizes, datasets } = settings
  return {
    ...settings,
    ...(sizes ? { sizes: sizes.filter((n) => wish?.sizes?.includes(n)) } : {}),
    ...(datasets ? { datasets: datasets.filter((name) => wish?.datasets?.includes(name)) } : {}),
  }
}
