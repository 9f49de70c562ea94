import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { radios } from '../../../../router/model/wifi/radios/contract.ts'
import { call } from '../../../client/client.ts'
import { Confirmed } from '../../../parts/dialogs/Confirmed.tsx'
import { wifiTexts } from '../../../texts/wifi/wifi.ts'
import { useRadioChange } from './saveRadio.ts'

const texts = wifiTexts.radios

/** Restarts all access points after a confirmation. */
export function Restart() {
  const restart = useRadioChange(() => call(radios.restart))
  return (
    <Confirmed title={texts.restartTitle} hint={texts.restartHint} confirm={texts.restartConfirm} action={restart}>
      {(open) => (
        <Button variant="default" leftSection={<IconRefresh size={18} stroke={1.6} />} onClick={open}>
          {texts.restart}
        </Button>
      )}
    </Confirmed>
  )
}
