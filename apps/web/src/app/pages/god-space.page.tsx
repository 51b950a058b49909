export { GodSpacePage } from '../../features/god/god-space.page';
