import forms from '../../../parts/forms/Form.module.css'
import { Internet } from './Internet.tsx'
import { OwnWay } from './OwnWay.tsx'

/** How fast it goes from here to the router, and from there to the internet. */
export const SpeedScreen = () => (
  <div className={forms.columns}>
    <OwnWay />
    <Internet />
  </div>
)
