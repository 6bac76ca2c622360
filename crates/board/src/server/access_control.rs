//! Which requests are answered. A page of any other site runs in the same browser and can reach
//! this server; these checks keep it from using a machine.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY, UPGRADE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::is_loopback;

/// The page loads only its own files and has no inline scripts or styles.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Accepts or rejects requests by their Host and Origin headers.
pub struct AccessControl {
    /// Whether the server can only be reached from this computer.
    loopback_only: bool,
    hosts: Vec<String>,
}

/// Why a request is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccessDenied {
    #[error("unknown host name: open the address that the server printed")]
    UnknownHost,
    #[error("cross-origin request: only the server's own page may use it")]
    CrossOrigin,
}

impl AccessControl {
    /// `hosts` are accepted besides `localhost` and IP addresses.
    pub fn new(listening_on: IpAddr, hosts: Vec<String>) -> AccessControl {
        AccessControl { loopback_only: is_loopback(listening_on), hosts }
    }

    /// Checks the headers of a request.
    ///
    /// Host names must be known: another site can make its own name resolve to this server (DNS
    /// rebinding). IP addresses cannot be abused like this. Browsers send the Origin with requests
    /// from another site. A WebSocket must have one, because the same-origin policy of browsers
    /// does not protect it.
    pub fn check(&self, headers: &HeaderMap) -> Result<(), AccessDenied> {
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(HOST).ok_or(AccessDenied::UnknownHost)?;
        if headers.get_all(HOST).iter().count() > 1 || !self.is_allowed_host(host) {
            return Err(AccessDenied::UnknownHost);
        }
        match text(ORIGIN) {
            None if headers.contains_key(ORIGIN) || headers.contains_key(UPGRADE) => {
                Err(AccessDenied::CrossOrigin)
            }
            None => Ok(()),
            Some(origin) => match origin.strip_prefix("http://") {
                Some(authority) if authority.eq_ignore_ascii_case(host) => Ok(()),
                _ => Err(AccessDenied::CrossOrigin),
            },
        }
    }

    fn is_allowed_host(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else { return false };
        let name = authority.host();
        // `Authority` also accepts user names and empty ports.
        let is_plain = match authority.port_u16() {
            Some(port) => host == format!("{name}:{port}"),
            None => host == name,
        };
        if !is_plain {
            return false;
        }
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        match address {
            Ok(address) => !self.loopback_only || is_loopback(address),
            Err(_) => {
                name.eq_ignore_ascii_case("localhost")
                    || self.hosts.iter().any(|known| name.eq_ignore_ascii_case(known))
            }
        }
    }
}

/// Middleware: answers rejected requests with 403 and adds the security headers to every response.
pub async fn enforce(
    State(access): State<Arc<AccessControl>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match access.check(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(denied) => (StatusCode::FORBIDDEN, format!("{denied}\n")).into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, PAGE_POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(access: &AccessControl, headers: &[(&str, &str)]) -> Result<(), AccessDenied> {
        let headers = headers.iter().map(|(name, value)| {
            (
                HeaderName::from_bytes(name.as_bytes()).unwrap(),
                HeaderValue::from_str(value).unwrap(),
            )
        });
        access.check(&headers.fold(HeaderMap::new(), |mut all, (name, value)| {
            all.append(name, value);
            all
        }))
    }

    #[test]
    fn unknown_hosts_are_rejected() {
        let private = AccessControl::new("127.0.0.1".parse().unwrap(), vec![]);
        let public = AccessControl::new("0.0.0.0".parse().unwrap(), vec!["Table.lan".into()]);
        let cases = [
            ("127.0.0.1:8080", true, true),
            ("localhost:8080", true, true),
            ("LOCALHOST", true, true),
            ("[::1]:80", true, true),
            ("192.168.1.7:8080", false, true),
            ("[fe80::1]:80", false, true),
            ("table.lan:80", false, true),
            ("evil.example:8080", false, false),
            ("127.0.0.1.evil.example", false, false),
            ("localhost.evil.example", false, false),
            ("", false, false),
            ("127.0.0.1:port", false, false),
            ("127.0.0.1:", false, false),
            ("evil@127.0.0.1", false, false),
        ];
        for (host, on_private, on_public) in cases {
            for (access, expected) in [(&private, on_private), (&public, on_public)] {
                let expected = if expected { Ok(()) } else { Err(AccessDenied::UnknownHost) };
                assert_eq!(check(access, &[("host", host)]), expected, "{host}");
            }
        }
        assert_eq!(check(&private, &[]), Err(AccessDenied::UnknownHost));
        let two = [("host", "localhost"), ("host", "evil.example")];
        assert_eq!(check(&private, &two), Err(AccessDenied::UnknownHost));
    }

    #[test]
    fn cross_origin_requests_are_rejected() {
        let access = AccessControl::new("127.0.0.1".parse().unwrap(), vec![]);
        let cases = [
            ("http://127.0.0.1:8080", true),
            ("http://127.0.0.1:8081", false),
            ("http://127.0.0.1", false),
            ("http://localhost:8080", false),
            ("https://127.0.0.1:8080", false),
            ("http://evil.example", false),
            ("http://127.0.0.1:8080.evil.example", false),
            ("null", false),
            ("", false),
        ];
        for (origin, accepted) in cases {
            let expected = if accepted { Ok(()) } else { Err(AccessDenied::CrossOrigin) };
            let headers = [("host", "127.0.0.1:8080"), ("origin", origin)];
            assert_eq!(check(&access, &headers), expected, "{origin}");
        }
    }

    #[test]
    fn a_websocket_needs_an_origin() {
        let access = AccessControl::new("127.0.0.1".parse().unwrap(), vec![]);
        let headers = [("host", "localhost"), ("upgrade", "websocket")];
        assert_eq!(check(&access, &headers[..1]), Ok(()));
        assert_eq!(check(&access, &headers), Err(AccessDenied::CrossOrigin));
        let with_origin = [headers[0], headers[1], ("origin", "http://localhost")];
        assert_eq!(check(&access, &with_origin), Ok(()));
    }
}
