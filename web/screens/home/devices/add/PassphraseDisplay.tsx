import { Button } from '@mantine/core'
import { IconCircleCheck, IconHourglass, IconHourglassOff } from '@tabler/icons-react'
import { ButtonLink } from '../../../../parts/layout/ButtonLink.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { readOut } from '../../../../parts/page/focusHeading.ts'
import { addTexts } from '../../../../texts/home/devices/add.ts'
import type { Arrival } from './arrival.ts'
import { JoinCode } from './JoinCode.tsx'
import { Letters } from './Letters.tsx'
import styles from './PassphraseDisplay.module.css'
import type { Made } from './useNewDevice.ts'

interface PassphraseDisplayProps {
  made: Made
  arrival: Arrival
  onAnother: () => void
}

/** A passphrase as text and QR code, and whether a device has joined with it. */
export function PassphraseDisplay({ made, arrival, onAnother }: PassphraseDisplayProps) {
  return (
    <div className="stack">
      <ArrivalStatus {...arrival} name={made.name} onAnother={onAnother} />
      {arrival.state !== 'gone' && (
        <Section title={addTexts.passphrase} hint={addTexts.once}>
          <Letters passphrase={made.passphrase} />
        </Section>
      )}
      {arrival.state === 'waiting' && (
        <Section title={addTexts.scan}>
          <JoinCode passphrase={made.passphrase} />
        </Section>
      )}
    </div>
  )
}

function ArrivalStatus({ state, entry, name, onAnother }: Arrival & { name: string; onAnother: () => void }) {
  const Icon = { waiting: IconHourglass, joined: IconCircleCheck, gone: IconHourglassOff }[state]
  const shown = entry?.name ?? name
  const [title, hint] = {
    waiting: [addTexts.waiting(shown), addTexts.waitingHint],
    joined: [addTexts.joined(shown), addTexts.joinedHint],
    gone: [addTexts.gone(shown), addTexts.goneHint],
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
      <div className={styles.next}>
        {state === 'joined' && entry && (
          <ButtonLink to="/admin/devices/$identity" params={{ identity: entry.identity }}>
            {addTexts.open}
          </ButtonLink>
        )}
        <Button variant="default" onClick={onAnother}>
          {state === 'gone' ? addTexts.title : addTexts.another}
        </Button>
      </div>
    </div>
  )
}
