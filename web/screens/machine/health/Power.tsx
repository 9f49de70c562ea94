import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { health } from '../../../../router/model/machine/health/contract.ts'
import { system } from '../../../../router/model/machine/system/contract.ts'
import { call } from '../../../client/client.ts'
import { ConfirmDialog } from '../../../parts/dialogs/ConfirmDialog.tsx'
import forms from '../../../parts/forms/Form.module.css'
import { Section } from '../../../parts/layout/Section.tsx'
import { machineHealthTexts } from '../../../texts/machine/health.ts'
import styles from './Health.module.css'

const words = machineHealthTexts.power

const ACTIONS = {
  restart: () => call(system.restart, {}),
  reboot: () => call(health.reboot),
  shutdown: () => call(health.shutdown),
}
type Action = keyof typeof ACTIONS

/** Restarts the router; reboots and turns off the machine, where it is the router's own. Each needs confirmation. */
export function Power({ canTurnOff }: { canTurnOff: boolean }) {
  const [asked, setAsked] = useState<Action>()
  const run = useMutation({ mutationFn: (action: Action) => ACTIONS[action](), onSuccess: () => setAsked(undefined) })
  const shown: readonly Action[] = canTurnOff ? ['restart', 'reboot', 'shutdown'] : ['restart']
  return (
    <Section title={words.title} {...(!canTurnOff && { hint: words.shared })}>
      <div className={forms.buttons}>
        {shown.map((action) => (
          <Button
            key={action}
            variant="default"
            onClick={() => {
              run.reset()
              setAsked(action)
            }}
          >
            {words[action].button}
          </Button>
        ))}
      </div>
      <p role="status" className={styles.done}>
        {run.isSuccess && words.done[run.variables]}
      </p>
      {asked && (
        <ConfirmDialog
          opened
          onClose={() => setAsked(undefined)}
          title={words[asked].title}
          hint={words[asked].hint}
          confirm={words[asked].button}
          onConfirm={() => run.mutate(asked)}
          action={run}
        />
      )}
    </Section>
  )
}
