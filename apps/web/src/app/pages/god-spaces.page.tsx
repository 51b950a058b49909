export { GodSpacesPage } from '../../features/god/god-spaces.page';
