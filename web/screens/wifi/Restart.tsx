import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { radios } from '../../../router/model/wifi/radios/contract.ts'
import { call } from '../../client/client.ts'
import { ConfirmDialog } from '../../parts/dialogs/ConfirmDialog.tsx'
import { wifiTexts } from '../../texts/wifi/wifi.ts'
import { useRadioChange } from './useRadioChange.ts'

const texts = wifiTexts.radios

/** Restarts all access points after a confirmation. */
export function Restart() {
  const [asked, { open, close }] = useDisclosure(false)
  const restart = useRadioChange(() => call(radios.restart), close)
  return (
    <>
      <Button variant="default" leftSection={<IconRefresh size={18} stroke={1.6} />} onClick={open}>
        {texts.restart}
      </Button>
      <ConfirmDialog
        opened={asked}
        onClose={close}
        title={texts.restartTitle}
        confirm={texts.restartConfirm}
        onConfirm={() => restart.mutate()}
        action={restart}
      >
        <p>{texts.restartHint}</p>
      </ConfirmDialog>
    </>
  )
}
