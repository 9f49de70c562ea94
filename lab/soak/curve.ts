import type { Sample } from './sample.ts'

const WIDTH = 760
const HEIGHT = 260
const LEFT = 56
const BOTTOM = 36
const TOP = 16
const MIB = 1 << 20

/** A round number of at least this size: 1, 2 or 5 times a power of ten. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return [1, 2, 5, 10].map((factor) => factor * power).find((round) => round >= value) ?? value
}

/** The curve of the resident memory, as a picture for the documentation. The x axis is in minutes. */
export function drawCurve(samples: readonly Sample[], title: string): string {
  const minutes = Math.max(...samples.map(({ seconds }) => seconds)) / 60
  const most = roundUp(Math.max(...samples.map(({ memory }) => memory)) / MIB)
  const x = (seconds: number): number => LEFT + ((WIDTH - LEFT - 12) * seconds) / 60 / minutes
  const y = (mib: number): number => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * mib) / most
  const points = samples.map(({ seconds, memory }) => `${x(seconds).toFixed(1)},${y(memory / MIB).toFixed(1)}`)
  const values = samples.map(({ memory }) => Math.round(memory / MIB))
  const words = `${title}: from ${values[0]} to ${values.at(-1)} MiB, at most ${Math.max(...values)} MiB, in ${Math.round(minutes)} minutes`
  const line = (mib: number): string =>
    `<line x1="${LEFT}" x2="${WIDTH - 12}" y1="${y(mib)}" y2="${y(mib)}" stroke="#c9c9c2"/>
  <text x="${LEFT - 8}" y="${y(mib) + 4}" text-anchor="end">${mib}</text>`
  const label = (part: number): string =>
    `<text x="${x(minutes * 60 * part)}" y="${HEIGHT - 12}" text-anchor="middle">${Math.round(minutes * part)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="sans-serif" font-size="12" fill="#3a3a35">
  <title>${words}</title>
  <rect width="${WIDTH}" height="${HEIGHT}" fill="#f8f8f4"/>
  ${[0, most / 2, most].map(line).join('\n  ')}
  ${[0, 0.25, 0.5, 0.75].map(label).join('\n  ')}
  <text x="${WIDTH - 12}" y="${HEIGHT - 12}" text-anchor="end">${Math.round(minutes)} minutes</text>
  <text x="4" y="10">MiB</text>
  <polyline points="${points.join(' ')}" fill="none" stroke="#17735c" stroke-width="2"/>
</svg>
`
}
