import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../process/place.ts'

/** The Grafana dashboard that the documentation offers, below the site's base path. */
const DASHBOARD = join(ROOT, 'site/static/grafana/sallyport.json')

interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}

/** Grafana's variables in expressions, and values for them. */
const VALUES: Readonly<Record<string, string>> = {
  job: 'sallyport',
  device: '.*',
  __rate_interval: '10s',
  __range: '10s',
}

/** Every expression of the dashboard, with values in place of Grafana's variables. */
export function dashboardExpressions(): { readonly title: string; readonly expression: string }[] {
  const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { panels: Panel[] }
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      title,
      expression: expr.replaceAll(/\$(\w+)/g, (variable, name: string) => VALUES[name] ?? variable),
    })),
  )
}
