import { confirm } from '../../../../router/model/access/confirm/contract.ts'
import { subnet } from '../../../../router/model/home/dhcp/contract.ts'
import { links } from '../../../../router/model/internet/links/contract.ts'
import { wan } from '../../../../router/model/internet/uplinks/contract.ts'
import { diagnostics } from '../../../../router/model/machine/diagnostics/contract.ts'
import { changesOf } from '../../../client/changes.ts'
import { Failure } from '../../../client/failure.ts'
import { linkTexts } from '../../../texts/internet/links.ts'

/** How long such a change waits until it is put back, in seconds. */
export const TO_CONFIRM = { confirm: 60 } as const

/** An answer comes within a second. One that has not come by now was cut off by the change itself. */
const SILENCE_MS = 5000

const silence = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Failure('unreachable', linkTexts.silent)), SILENCE_MS)
  })

const useChange = changesOf(confirm.pending, links.configuration, diagnostics.ipAddr, subnet.read, wan.status)

/** A change that could lock out its author: it has to be confirmed. `make` calls with the query `TO_CONFIRM`. */
export const useGuarded = <Given>(make: (given: Given) => Promise<unknown>, onDone?: () => void) =>
  useChange((given: Given) => Promise.race([make(given), silence()]), onDone)
