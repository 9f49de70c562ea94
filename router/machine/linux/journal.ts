import { fstatSync, readFileSync } from 'node:fs'

const STDOUT = 1

/**
 * The systemd unit of this process if its stdout goes to the journal, else undefined. systemd sets JOURNAL_STREAM to the device
 * and inode of that stream (systemd.exec(5)); child processes inherit the variable even if their stdout is another file.
 */
export function journalUnit(): string | undefined {
  const { dev, ino } = fstatSync(STDOUT)
  if (process.env.JOURNAL_STREAM !== `${dev}:${ino}`) return undefined
  return unitIn(readFileSync('/proc/self/cgroup', 'utf8'))
}

/** The service in the text of `/proc/self/cgroup`, such as `0::/system.slice/sallyport.service`. */
export const unitIn = (cgroup: string): string | undefined => /.*\/([^/\n]+\.service)(?:\/|$)/m.exec(cgroup)?.[1]
