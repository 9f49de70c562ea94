/** Filters of the log, kept in the URL so that other screens can link to it. */
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
