import { Button } from '@mantine/core'
import { IconHourglassHigh } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { z } from 'zod'
import { confirm, type PendingChange } from '../../router/model/access/confirm/contract.ts'
import { call, live } from '../client/client.ts'
import { keyOf } from '../client/keys.ts'
import { query } from '../client/query.ts'
import { replace } from '../client/replace.ts'
import { Permitted } from '../parts/layout/Permitted.tsx'
import { showResult } from '../parts/notices/showResult.tsx'
import { useNow } from '../parts/values/useNow.ts'
import { confirmTexts } from '../texts/access/confirm.ts'
import styles from './ConfirmBar.module.css'
import { endOfConfirmation, timer, whatWords } from './confirmation.ts'

const LOOK_AGAIN_MS = 4000

/** Shown above every screen while a change is unconfirmed: the time left, and a button to revert it. */
export function ConfirmBar() {
  const { data } = useQuery({
    ...query(confirm.pending),
    // The change may have disconnected the event stream, which would report its revert.
    refetchInterval: ({ state }) => (state.data?.Pending.length || live.state() !== 'live' ? LOOK_AGAIN_MS : false),
  })
  const change = data?.Pending[0]
  const decided = useRef<string>(undefined)
  const shown = useRef<z.output<typeof PendingChange>>(undefined)
  useEffect(() => {
    const before = shown.current
    shown.current = change
    if (before && before.Id !== change?.Id && before.Id !== decided.current)
      showResult(confirmTexts[endOfConfirmation(before.Until, Date.now())])
  }, [change])
  if (!change) return null
  const remember = () => {
    decided.current = change.Id
  }
  return <Bar key={change.Id} change={change} onDecided={remember} />
}

function Bar({ change, onDecided }: { change: z.output<typeof PendingChange>; onDecided: () => void }) {
  const left = change.Until - useNow() / 1000
  const cache = useQueryClient()
  const decide = useMutation({
    mutationFn: (verb: 'keep' | 'putBack') => {
      const which = { body: { Id: change.Id } }
      return verb === 'keep' ? call(confirm.keep, which) : call(confirm.putBack, which)
    },
    onSuccess: async (_, verb) => {
      onDecided()
      // Hides the bar before the router's next answer.
      await replace(keyOf(confirm.pending), { Pending: [] })
      showResult(verb === 'keep' ? confirmTexts.kept : confirmTexts.wasPutBack)
    },
    // Any data on the screen may have changed.
    onSettled: () => void cache.invalidateQueries(),
  })
  return (
    <section className={styles.bar} aria-label={confirmTexts.region}>
      <IconHourglassHigh className={styles.icon} size={24} stroke={1.5} aria-hidden />
      <div className={styles.words}>
        <strong role="status">{confirmTexts.title(whatWords(change.What))}</strong>
        <span role="timer">{left > 0 ? confirmTexts.left(timer(left)) : confirmTexts.over}</span>
        {decide.error && <span role="alert">{confirmTexts.failed(decide.error.message)}</span>}
      </div>
      <Permitted to={confirm.keep}>
        <div className={styles.answers}>
          <Button variant="default" disabled={decide.isPending} onClick={() => decide.mutate('putBack')}>
            {confirmTexts.putBack}
          </Button>
          <Button loading={decide.isPending} onClick={() => decide.mutate('keep')}>
            {confirmTexts.keep}
          </Button>
        </div>
      </Permitted>
    </section>
  )
}
