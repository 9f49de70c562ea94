import { Button, Skeleton } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import forms from '../../../parts/forms/Form.module.css'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { TestResultMessage } from '../../../parts/forms/TestResultMessage.tsx'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { notifyTexts } from '../../../texts/messages/notify.ts'
import type { Ability } from './ability.ts'
import styles from './Notifications.module.css'
import { Untrusted } from './subscription.ts'
import type { ListedTarget } from './target.ts'
import { useSubscription } from './useSubscription.ts'
import { testTarget, useTargetChange } from './useTargets.ts'

const texts = notifyTexts.device

/** Push messages to this browser: turned on with one button, or the reason why they are not available. */
export function ThisBrowser() {
  const { ability, target, begin, end, isPending } = useSubscription()
  return (
    <Section title={texts.title} hint={texts.hint}>
      {isPending || ability === undefined ? (
        <Skeleton height={80} radius="lg" aria-busy="true" />
      ) : target ? (
        <On target={target} end={end} />
      ) : ability === 'ready' ? (
        <div className={forms.form}>
          <div>
            <Button
              leftSection={<IconBell size={18} stroke={1.6} />}
              loading={begin.isPending}
              onClick={() => begin.mutate()}
            >
              {texts.begin}
            </Button>
          </div>
          <SaveError error={begin.error} />
          {begin.error instanceof Untrusted && (
            <>
              <p className="quiet">{texts.untrustedHint}</p>
              <div>
                <ButtonLink to="/admin/system/certificate" variant="default">
                  {texts.install}
                </ButtonLink>
              </div>
            </>
          )}
        </div>
      ) : (
        <Unavailable reason={ability} />
      )}
    </Section>
  )
}

interface OnProps {
  target: ListedTarget
  end: ReturnType<typeof useSubscription>['end']
}

const On = ({ target, end }: OnProps) => (
  <div className={forms.form}>
    <p className={styles.on} role="status">
      <IconBell size={20} stroke={1.6} aria-hidden />
      {target.Enabled ? texts.on : texts.paused}
    </p>
    <TestButton id={target.Id} label={texts.test}>
      <Button
        variant="default"
        leftSection={<IconBellOff size={18} stroke={1.6} />}
        loading={end.isPending}
        onClick={() => end.mutate(target.Id)}
      >
        {texts.off}
      </Button>
    </TestButton>
    <SaveError error={end.error} />
  </div>
)

const Unavailable = ({ reason }: { reason: Exclude<Ability, 'ready'> }) => (
  <div className={forms.form}>
    <p>{texts[reason]}</p>
    {reason === 'insecure' && (
      <div>
        <ButtonLink to="/admin/system/certificate" variant="default">
          {texts.setUpHttps}
        </ButtonLink>
      </div>
    )}
  </div>
)

interface TestButtonProps {
  id: string
  label: string
  /** Further buttons in the same row. */
  children?: ReactNode
}

/** Sends a test to a saved destination, and shows the result. */
function TestButton({ id, label, children }: TestButtonProps) {
  const test = useTargetChange(() => testTarget(id))
  return (
    <>
      <div className={forms.buttons}>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {label}
        </Button>
        {children}
      </div>
      <TestResultMessage result={test.data} />
      <SaveError error={test.error} />
    </>
  )
}
