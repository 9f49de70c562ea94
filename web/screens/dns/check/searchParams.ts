/** Which name is to be explained, for whom: it stands in the address, so that other screens can lead here. */
export interface WantedCheck {
  readonly name?: string
  readonly client?: string
}

export const wantedCheckOf = ({ name, client }: Record<string, unknown>): WantedCheck => ({
  ...(typeof name === 'string' && name !== '' && { name }),
  ...(typeof client === 'string' && client !== '' && { client }),
})
