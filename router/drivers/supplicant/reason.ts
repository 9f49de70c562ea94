import { CommandFailed } from '../../errors.ts'

const PACKAGE = 'wpasupplicant'
/** What wpa_supplicant prints at every start and every end, for any reason. */
const NOISE = /^(Successfully initialized|nl80211: deinit|Failed to initialize driver|CTRL-EVENT|$)/

/** Why wpa_supplicant does not run, in one line. It prints the reason first, and then what follows from it. */
export function supplicantFailureReason(error: unknown, link: string): string {
  if (!(error instanceof CommandFailed)) return error instanceof Error ? error.message : String(error)
  if (error.stderr.endsWith('ENOENT'))
    return `the program ${error.argv[0]} is not installed: apt-get install ${PACKAGE}`
  const lines = error.stderr.split('\n').map((line) => line.trim().replace(`${link}: `, ''))
  return lines.find((line) => !NOISE.test(line)) ?? 'wpa_supplicant does not start'
}
