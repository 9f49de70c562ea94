import { definedParams, searchText } from '../../../../parts/values/searchParam.ts'

/** The domain to check and the device, kept in the URL so that other screens can link to it. */
export interface WantedCheck {
  readonly name?: string
  readonly client?: string
}

export const wantedCheckOf = ({ name, client }: Record<string, unknown>): WantedCheck =>
  definedParams({ name: searchText(name), client: searchText(client) })
