import forms from '../../parts/Form.module.css'
import { OwnName } from '../multicast/OwnName.tsx'
import { Clock } from './Clock.tsx'
import { Facts } from './Facts.tsx'
import { HostName } from './HostName.tsx'

/** The machine that the router runs on. */
export const MachineScreen = () => (
  <div className={forms.columns}>
    <Facts />
    <div className={forms.page}>
      <OwnName />
      <HostName />
      <Clock />
    </div>
  </div>
)
