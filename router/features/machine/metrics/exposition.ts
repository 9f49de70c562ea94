import { inTurns } from '../../../machine/turns.ts'

export type MetricLabels = Readonly<Record<string, string>>

/** A metric with its samples. */
export interface Family {
  /** With the unit, and `_total` for a counter: https://prometheus.io/docs/practices/naming/ */
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge'
  /** One for each set of labels. */
  readonly samples: Iterable<MetricSample>
}
export type MetricSample = readonly [value: number, labels?: MetricLabels]

/** So many lines are written in a turn of the event loop, which takes about a millisecond. */
const LINES_AT_ONCE = 1000

/** The metrics in Prometheus's text format, version 0.0.4. Those without samples are left out. */
export async function textOfMetrics(families: Iterable<Family>): Promise<string> {
  const lines: string[] = []
  await inTurns(linesOf(families), LINES_AT_ONCE, (line) => lines.push(line))
  return `${lines.join('\n')}\n`
}

function* linesOf(families: Iterable<Family>): Generator<string> {
  for (const { name, help, type, samples } of families) {
    let isFirst = true
    for (const [value, labels] of samples) {
      if (isFirst) yield `# HELP ${name} ${help}\n# TYPE ${name} ${type}`
      isFirst = false
      yield `${name}${labels ? labelsText(labels) : ''} ${value}`
    }
  }
}

const labelsText = (labels: MetricLabels): string => {
  let text = ''
  for (const name in labels) text += `${text === '' ? '{' : ','}${name}="${escaped(labels[name]!)}"`
  return text === '' ? '' : `${text}}`
}

const SPECIAL = /[\\"\n]/
const escaped = (value: string): string =>
  SPECIAL.test(value) ? value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n') : value

type Describe = (name: string, help: string, samples: Iterable<MetricSample>) => Family

export const counter: Describe = (name, help, samples) => ({
  name: `sallyport_${name}`,
  help,
  type: 'counter',
  samples,
})
export const gauge: Describe = (name, help, samples) => ({ name: `sallyport_${name}`, help, type: 'gauge', samples })

/** A sample of 1 or 0. */
export const flag = (isSet: boolean): number => (isSet ? 1 : 0)
