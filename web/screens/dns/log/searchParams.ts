/** What of the log is asked for: it stands in the address, so that other screens can lead here. */
export interface WantedLog {
  /** The address of one device. */
  readonly client?: string
  readonly words?: string
  readonly blocked?: true
}

export const wantedLogOf = ({ client, words, blocked }: Record<string, unknown>): WantedLog => ({
  ...(typeof client === 'string' && client !== '' && { client }),
  ...(typeof words === 'string' && words !== '' && { words }),
  ...(blocked === true && { blocked }),
})
