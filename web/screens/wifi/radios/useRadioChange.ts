import { links } from '../../../../router/model/internet/links/contract.ts'
import { system } from '../../../../router/model/machine/system/contract.ts'
import { radioState } from '../../../../router/model/wifi/radiostate/contract.ts'
import { changesOf } from '../../../client/changes.ts'

/** A change of radios. `onDone` is called when the radios have been loaded again, so that fields do not jump. */
export const useRadioChange = changesOf(radioState.radios, links.configuration, system.features)
