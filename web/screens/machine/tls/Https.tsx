import { Button } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { tls } from '../../../../router/model/machine/tls/contract.ts'
import { call } from '../../../client/client.ts'
import { readAgain } from '../../../client/readAgain.ts'
import { ConfirmDialog } from '../../../parts/dialogs/ConfirmDialog.tsx'
import forms from '../../../parts/forms/Form.module.css'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { tlsTexts } from '../../../texts/machine/tls.ts'
import styles from './Tls.module.css'
import { useOwnHost } from './useOwnHost.ts'

export function Https({ isOn }: { isOn: boolean }) {
  const [asked, setAsked] = useState(false)
  const { protocol, hostname, pathname } = window.location
  const host = useOwnHost()
  const isNamed = !/^[\d.]+$|^\[/.test(hostname)
  const isHere = protocol === 'https:'
  const lookAgain = () => readAgain(tls.isOn)
  const enable = useMutation({ mutationFn: () => call(tls.enable), onSuccess: lookAgain })
  const disable = useMutation({
    mutationFn: () => call(tls.disable),
    onSuccess: () => {
      setAsked(false)
      return lookAgain()
    },
  })
  const Icon = isOn ? IconLock : IconLockOpen
  return (
    <Section title={tlsTexts.title} hint={tlsTexts.hint}>
      <div className={forms.form}>
        <p className={styles.state} data-on={isOn} role="status">
          <Icon size={20} stroke={1.6} aria-hidden />
          {isOn ? tlsTexts.on : tlsTexts.off}
        </p>
        {isOn && !isHere && (
          <p className="quiet">
            {tlsTexts.open}{' '}
            <a href={`https://${isNamed ? hostname : host}${pathname}`}>{`https://${isNamed ? hostname : host}`}</a>.{' '}
            {tlsTexts.openHint}
          </p>
        )}
        <div>
          {isOn ? (
            <Button variant="default" onClick={() => setAsked(true)}>
              {tlsTexts.disable}
            </Button>
          ) : (
            <Button loading={enable.isPending} onClick={() => enable.mutate()}>
              {tlsTexts.enable}
            </Button>
          )}
        </div>
        <SaveError error={enable.error} />
      </div>
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title={tlsTexts.disableTitle}
        confirm={tlsTexts.disable}
        onConfirm={() => disable.mutate()}
        action={disable}
      >
        <p>{tlsTexts.disableHint}</p>
        {isHere && (
          <p>
            {tlsTexts.disableHere} <code>{`http://${hostname}`}</code>
          </p>
        )}
      </ConfirmDialog>
    </Section>
  )
}
