import { useMutation, useQueryClient } from '@tanstack/react-query'
import { links } from '../../../router/model/internet/links/contract.ts'
import { system } from '../../../router/model/machine/system/contract.ts'
import { radioState } from '../../../router/model/wifi/radiostate/contract.ts'
import { keyOf } from '../../client/keys.ts'

const TOUCHED = [radioState.radios, links.configuration, system.features]

/** A change of radios. `onDone` is called when the radios have been loaded again, so that fields do not jump. */
export function useRadioChange<Given = void>(make: (given: Given) => Promise<unknown>, onDone: () => void = () => {}) {
  const cache = useQueryClient()
  const look = () => Promise.all(TOUCHED.map((operation) => cache.invalidateQueries({ queryKey: keyOf(operation) })))
  return useMutation({
    mutationFn: make,
    onSuccess: () => look().then(onDone),
    // Of several calls, the first may have succeeded.
    onError: () => void look(),
  })
}
