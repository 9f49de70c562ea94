import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notify } from '../../../../router/model/messages/notify/contract.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { freeName } from '../../../parts/values/name.ts'
import { languageTexts } from '../../../texts/language.ts'
import { notifyTexts } from '../../../texts/messages/notify.ts'
import { abilityOf, browserName, surroundings } from './ability.ts'
import { forgetSubscription, keep } from './renew.ts'
import { currentSubscription, subscribe, unsubscribe } from './subscription.ts'
import { useTargets } from './useTargets.ts'

const KEY = ['this browser’s push subscription']

/** Push messages of this browser: whether it can receive them, its destination, and how to turn them on and off. */
export function useSubscription() {
  const cache = useQueryClient()
  const targets = useTargets()
  const own = useQuery({
    queryKey: KEY,
    queryFn: async () => ({
      ability: abilityOf(surroundings()),
      endpoint: (await currentSubscription())?.endpoint ?? null,
    }),
    staleTime: 0,
  })
  const target = own.data?.endpoint ? targets.data?.find(({ Push }) => Push?.Endpoint === own.data.endpoint) : undefined
  const lookAgain = () =>
    Promise.all([KEY, keyOf(notify.list)].map((queryKey) => cache.invalidateQueries({ queryKey })))
  const begin = useMutation({
    mutationFn: async () => {
      // First of all: browsers permit this prompt only as the direct result of a click.
      const permission = await Notification.requestPermission()
      if (permission !== 'granted') throw new Error(notifyTexts.device.dismissed)
      const { PublicKey } = await call(notify.settings)
      const subscription = await subscribe(PublicKey)
      const taken = targets.data?.map(({ Name }) => Name) ?? []
      const target = await call(notify.add, {
        body: {
          Kind: 'push',
          Name: freeName(browserName(navigator.userAgent), taken),
          Language: languageTexts.code,
          Push: subscription,
        },
      })
      keep({ id: target.Id, endpoint: subscription.Endpoint })
    },
    onSettled: lookAgain,
  })
  const end = useMutation({
    mutationFn: async (id: string) => {
      await call(notify.remove, { params: { id } })
      forgetSubscription()
      await unsubscribe()
    },
    onSettled: lookAgain,
  })
  return { ability: own.data?.ability, target, begin, end, isPending: own.isPending || targets.isPending }
}
