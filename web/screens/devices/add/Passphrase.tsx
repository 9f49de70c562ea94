import { Button } from '@mantine/core'
import { IconCircleCheck, IconHourglass, IconHourglassOff } from '@tabler/icons-react'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { readOut } from '../../../parts/shell/focusHeading.ts'
import { texts } from '../../../texts.ts'
import type { Arrival } from './arrival.ts'
import { JoinCode } from './JoinCode.tsx'
import { Letters } from './Letters.tsx'
import styles from './Passphrase.module.css'
import { useArrival } from './useArrival.ts'
import type { Made } from './useNewDevice.ts'

/** The new passphrase as text and QR code, and whether a device has joined with it. */
export function Passphrase({ made, onAnother }: { made: Made; onAnother: () => void }) {
  const arrival = useArrival(made)
  const isGood = arrival.state === 'waiting' || arrival.state === 'joined'
  return (
    <div className={styles.steps}>
      <ArrivalStatus {...arrival} name={made.name} onAnother={onAnother} />
      {isGood && (
        <Section title={texts.add.passphrase} hint={texts.add.once}>
          <Letters passphrase={made.passphrase} />
        </Section>
      )}
      {arrival.state === 'waiting' && (
        <Section title={texts.add.scan}>
          <JoinCode passphrase={made.passphrase} />
        </Section>
      )}
    </div>
  )
}

function ArrivalStatus({ state, entry, name, onAnother }: Arrival & { name: string; onAnother: () => void }) {
  const Icon = { waiting: IconHourglass, joined: IconCircleCheck, replaced: IconHourglassOff, gone: IconHourglassOff }[
    state
  ]
  const [title, hint] = {
    waiting: [texts.add.waiting(name), texts.add.waitingHint],
    joined: [texts.add.joined(name), texts.add.joinedHint],
    replaced: [texts.add.replaced(name), texts.add.replacedHint(entry?.name ?? '')],
    gone: [texts.add.gone, texts.add.goneHint],
  }[state]
  return (
    <div className={styles.arrival} data-state={state} role="status">
      <Icon size={32} stroke={1.5} aria-hidden />
      <div className={styles.words}>
        <h1 ref={readOut} tabIndex={-1}>
          {title}
        </h1>
        <p>{hint}</p>
      </div>
      {state !== 'waiting' && (
        <div className={styles.next}>
          {entry && (
            <ButtonLink to="/admin/devices/$identity" params={{ identity: entry.identity }}>
              {state === 'joined' ? texts.add.open : texts.add.openOther(entry.name)}
            </ButtonLink>
          )}
          <Button variant="default" onClick={onAnother}>
            {state === 'joined' ? texts.add.another : texts.add.title}
          </Button>
        </div>
      )}
    </div>
  )
}
