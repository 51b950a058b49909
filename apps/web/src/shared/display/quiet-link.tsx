import { Link, type LinkProps } from 'react-router-dom';
import style from './quiet-link.module.css';

/** A link that looks like the text around it until somebody points at it. */
export function QuietLink({ className = '', ...link }: LinkProps) {
  return <Link {...link} className={`${style.link} ${className}`} />;
}
