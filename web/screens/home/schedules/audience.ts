import { isForAll } from '../../../../router/model/firewall/rules/pfwrule.ts'
import type { HouseholdSelection } from '../../vpn/tunnels/SelectionFields.tsx'

/** The devices of a rule in a form: all of them, or a selection, which is kept while “all” is chosen. */
export interface Audience extends HouseholdSelection {
  readonly isForAll: boolean
}

/** The audience of a saved rule, whose empty selection means all devices, or of a new one, for which nothing is chosen yet. */
export const audienceOf = (
  { Devices, Groups, Tags }: HouseholdSelection,
  { isSaved }: { isSaved: boolean },
): Audience => ({
  ...{ Devices, Groups, Tags },
  isForAll: isSaved && isForAll({ Devices, Groups, Tags }),
})

/** Whether neither devices nor “all” are chosen. The router takes an empty selection for all devices. */
export const isUnchosen = (audience: Audience): boolean => !audience.isForAll && isForAll(audience)

/** The selection as the router takes it. */
export const selectionOf = ({ isForAll, Devices, Groups, Tags }: Audience): HouseholdSelection =>
  isForAll ? { Devices: [], Groups: [], Tags: [] } : { Devices, Groups, Tags }
