//! Who may ask. A page of any other site runs in the same browser and can reach this server too; these checks are what
//! keeps it from playing on somebody's machine.

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

/// Everything is from here, and nothing of it is inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Knows by which names this server may be called.
pub struct Guard {
    /// Whether it can only be reached from this computer.
    is_private: bool,
    names: Vec<String>,
}

/// Why a request is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("this server does not go by that name: open the address that it printed")]
    Host,
    #[error("a page of another site asks: only the server's own page may")]
    Origin,
}

impl Guard {
    pub fn new(listening_on: IpAddr, names: Vec<String>) -> Guard {
        Guard { is_private: is_loopback(listening_on), names }
    }

    /// Whether a request may pass, by its headers.
    ///
    /// A foreign page can make a name of its own lead here (DNS rebinding), so names have to be known ones. An address
    /// cannot be made to lead elsewhere. What a browser sends from another site says so in its Origin; the WebSocket,
    /// which no other rule of browsers protects, has to have one.
    pub fn admit(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(HOST).ok_or(Refusal::Host)?;
        if headers.get_all(HOST).iter().count() > 1 || !self.knows(host) {
            return Err(Refusal::Host);
        }
        match text(ORIGIN) {
            None if headers.contains_key(ORIGIN) || headers.contains_key(UPGRADE) => {
                Err(Refusal::Origin)
            }
            None => Ok(()),
            Some(origin) => match origin.strip_prefix("http://") {
                Some(place) if place.eq_ignore_ascii_case(host) => Ok(()),
                _ => Err(Refusal::Origin),
            },
        }
    }

    fn knows(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else { return false };
        let name = authority.host();
        // The parser lets more pass than names and numbers.
        let plain = match authority.port_u16() {
            Some(port) => host == format!("{name}:{port}"),
            None => host == name,
        };
        if !plain {
            return false;
        }
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        match address {
            Ok(address) => !self.is_private || is_loopback(address),
            Err(_) => {
                name.eq_ignore_ascii_case("localhost")
                    || self.names.iter().any(|known| name.eq_ignore_ascii_case(known))
            }
        }
    }
}

/// Turns away whom the guard does not admit, and tells browsers what pages from here may do.
pub async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = match guard.admit(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => (StatusCode::FORBIDDEN, format!("{refusal}\n")).into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
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

    fn verdict(guard: &Guard, headers: &[(&str, &str)]) -> Result<(), Refusal> {
        let headers = headers.iter().map(|(name, value)| {
            (
                HeaderName::from_bytes(name.as_bytes()).unwrap(),
                HeaderValue::from_str(value).unwrap(),
            )
        });
        guard.admit(&headers.fold(HeaderMap::new(), |mut all, (name, value)| {
            all.append(name, value);
            all
        }))
    }

    #[test]
    fn hosts_that_are_not_this_one_are_turned_away() {
        let private = Guard::new("127.0.0.1".parse().unwrap(), vec![]);
        let public = Guard::new("0.0.0.0".parse().unwrap(), vec!["Table.lan".into()]);
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
            for (guard, expected) in [(&private, on_private), (&public, on_public)] {
                let expected = if expected { Ok(()) } else { Err(Refusal::Host) };
                assert_eq!(verdict(guard, &[("host", host)]), expected, "{host}");
            }
        }
        assert_eq!(verdict(&private, &[]), Err(Refusal::Host));
        let two = [("host", "localhost"), ("host", "evil.example")];
        assert_eq!(verdict(&private, &two), Err(Refusal::Host));
    }

    #[test]
    fn pages_of_other_sites_are_turned_away() {
        let guard = Guard::new("127.0.0.1".parse().unwrap(), vec![]);
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
        for (origin, admitted) in cases {
            let expected = if admitted { Ok(()) } else { Err(Refusal::Origin) };
            let headers = [("host", "127.0.0.1:8080"), ("origin", origin)];
            assert_eq!(verdict(&guard, &headers), expected, "{origin}");
        }
    }

    #[test]
    fn a_websocket_has_to_say_where_it_comes_from() {
        let guard = Guard::new("127.0.0.1".parse().unwrap(), vec![]);
        let headers = [("host", "localhost"), ("upgrade", "websocket")];
        assert_eq!(verdict(&guard, &headers[..1]), Ok(()));
        assert_eq!(verdict(&guard, &headers), Err(Refusal::Origin));
        let with_origin = [headers[0], headers[1], ("origin", "http://localhost")];
        assert_eq!(verdict(&guard, &with_origin), Ok(()));
    }
}
