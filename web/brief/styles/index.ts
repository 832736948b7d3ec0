// In the order of the cascade.
import '../../styles/tokens.css'
import '../../styles/base.css'
import '../../styles/top-bar.css'
import '../../styles/buttons.css'
import '../../styles/overlays.css'
import './brief.css'
