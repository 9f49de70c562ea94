import { fstatSync, readFileSync } from 'node:fs'

const STDOUT = 1

/**
 * The systemd unit we run as, when what we print goes into the journal. systemd names that stream in the environment by device
 * and inode (systemd.exec(5), JOURNAL_STREAM), which programs started by the unit inherit even where they print elsewhere.
 */
export function journalUnit(): string | undefined {
  const { dev, ino } = fstatSync(STDOUT)
  if (process.env.JOURNAL_STREAM !== `${dev}:${ino}`) return undefined
  return unitIn(readFileSync('/proc/self/cgroup', 'utf8'))
}

/** The service in the text of `/proc/self/cgroup`, such as `0::/system.slice/sallyport.service`. */
export const unitIn = (cgroup: string): string | undefined => /.*\/([^/\n]+\.service)(?:\/|$)/m.exec(cgroup)?.[1]
