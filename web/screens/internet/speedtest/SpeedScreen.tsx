import forms from '../../../parts/forms/Form.module.css'
import { OwnWay } from './OwnWay.tsx'
import { UplinkSpeeds } from './UplinkSpeeds.tsx'

/** How fast it goes from here to the router, and from there to the internet. */
export const SpeedScreen = () => (
  <div className={forms.columns}>
    <OwnWay />
    <UplinkSpeeds />
  </div>
)
