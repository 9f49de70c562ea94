import type { Step } from '../driver.ts'

/** A step as one line of an `ip -batch`. Link names and addresses were checked at the door: no blanks, no quotes. */
export function commandOf({ key, had, value }: Step): string {
  const [kind, ...words] = key.split(' ')
  const gone = value === undefined
  switch (kind) {
    case 'bridge':
      return gone ? `link delete ${words[0]}` : `link add ${words[0]} type bridge`
    case 'up':
      return `link set ${words[0]} ${gone ? 'down' : 'up'}`
    case 'address':
      return `address ${gone ? 'delete' : 'replace'} ${words[1]} dev ${words[0]}`
    case 'neighbour':
      return gone
        ? `neighbour delete ${words[1]} dev ${words[0]}`
        : `neighbour replace ${words[1]} lladdr ${value} dev ${words[0]} nud permanent`
    case 'route':
      return gone ? `route delete ${words.join(' ')} ${had}` : `route replace ${words.join(' ')} ${value}`
    default:
      throw new Error(`not a step of this driver: ${key}`)
  }
}

export interface Complaint {
  readonly step: Step
  readonly reason: string
  /** The link is not there (yet, or any more): nothing that anybody asked for is wrong. */
  readonly missing: boolean
}

/** What `ip -force -batch` says of the lines that failed; a removal of what is already gone is no complaint. */
export function complaints(stderr: string, steps: readonly Step[]): Complaint[] {
  const found: Complaint[] = []
  let reason = ''
  for (const line of stderr.split('\n')) {
    const [, number] = /^Command failed -:(\d+)/.exec(line) ?? []
    if (number === undefined) {
      if (line.trim()) reason = line.trim()
      continue
    }
    const step = steps[Number(number) - 1]
    const gone = /Cannot find|No such|Cannot assign|does not exist|No such process/.test(reason)
    if (step && !(gone && step.value === undefined))
      found.push({ step, reason, missing: gone || /is down|unreachable|invalid gateway/i.test(reason) })
    reason = ''
  }
  return found
}
