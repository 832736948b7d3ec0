import street from '../assets/drawings/street.svg'

export const Street = () => <img className="drawing" src={street} alt="" width={600} height={400} />
